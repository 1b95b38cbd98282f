import { invalidInput, phrase } from '../errors.ts';
import type { Run } from '../records/run.ts';
import type { Recorder } from './recorder.ts';
import { safeName } from './steps.ts';

/** The agents of a run that is being recorded. */
export interface Crew {
  /** Lets an agent take part, and answers how its steps name it: null for the run's own. */
  join(agent: string): string | null;
  /** Who hears of a command about the run besides its own agent. */
  heardBy(): { readonly members?: readonly string[] };
}

export function createCrew({ id: runId, scope, agents }: Run, recorder: Pick<Recorder, 'write'>): Crew {
  const members = [...agents];
  return {
    join(named) {
      const agent = safeName(named);
      if (agent === scope.agent) return null;
      if (scope.agent === null) throw projectRun(agent);
      if (!members.includes(agent)) {
        members.push(agent);
        void recorder.write({ type: 'join-run', owner: scope, runId, agents: [agent] });
      }
      return agent;
    },
    heardBy: () => (members.length === 0 ? {} : { members: [...members] }),
  };
}

/** Every agent of a project reads the project's own runs, so what an agent does there would not stay among those who take part. */
export function projectRun(agent: string) {
  return invalidInput(
    `The agent "${agent}" cannot take part: the run belongs to the project, which all its agents read.`,
    {
      hint: phrase`Name the agents when the run is started: ${{ operation: 'run.start', given: { agents: agent } }}.`,
    },
  );
}
