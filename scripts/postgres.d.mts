/** The folder of the server's programs, or undefined where it is not installed. */
export function findPrograms(): string | undefined;

/** A server of its own, which may be killed and started again. */
export interface Cluster {
  readonly url: string;
  pid(): number;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  release(): void;
}

export function createCluster(folder: string): Promise<Cluster>;
