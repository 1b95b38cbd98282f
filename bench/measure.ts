/** Microseconds of CPU an operation takes: the median of rounds that take turns, so that noise hits all alike. */
export interface Contestant {
  readonly name: string;
  run(index: number): unknown;
}

export async function compare(
  contestants: readonly Contestant[],
  { warmUp = 20, rounds = 15, repeats = 1_000 }: { warmUp?: number; rounds?: number; repeats?: number } = {},
): Promise<Map<string, number>> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, run } of contestants) {
      const before = process.cpuUsage();
      for (let index = 0; index < repeats; index += 1) await run((round + warmUp) * repeats + index);
      const { user, system } = process.cpuUsage(before);
      // The first rounds warm up the compiler and the page cache: what is measured is a process that has been at work.
      if (round >= 0) samples.get(name)?.push((user + system) / repeats);
    }
  }
  return new Map([...samples].map(([name, values]) => [name, median(values)]));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly against: string;
  readonly ratio: string;
  readonly goal: string;
  readonly held: boolean;
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  console.table(rows.map(({ held, ...row }) => ({ ...row, held: held ? 'yes' : 'NO' })));
}
