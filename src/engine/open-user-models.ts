import type { BackendSettings } from '../config/backend-settings.ts';
import type { Context } from '../ports/context.ts';
import type { OpenUserModels, UserModelBackend } from '../ports/user-model.ts';
import type { HonchoService } from '../providers/user-models/honcho/honcho-user-model.ts';
import { nullUserModel } from '../providers/user-models/null-user-model.ts';
import type { Viewer } from '../records/scope.ts';
import { once } from '../store/once.ts';
import { loadUsers } from './stages.ts';

/** What is used where nothing is configured: programs pay nothing for what they did not ask for. */
export type UnconfiguredBackend = 'null' | 'local';

/** Which backend is active, and why. */
interface ChosenBackend {
  readonly use: 'null' | 'local' | 'honcho';
  readonly reason: string;
  readonly warning: string | null;
}

/** Opens the user-model backends as configured (STO-5). Nothing is loaded or asked before the first viewer needs one. */
export function createUserModels(
  settings: BackendSettings,
  unconfigured: UnconfiguredBackend,
  closed: AbortSignal,
  context: () => Context,
): OpenUserModels {
  const openHoncho = once(async (): Promise<HonchoService | undefined> => {
    const { apiKey } = settings.honcho;
    if (apiKey === null) return undefined;
    const { createHonchoService } = await import('../providers/user-models/honcho/honcho-user-model.ts');
    return createHonchoService({ settings: settings.honcho, apiKey, closed, now: context().clock.now });
  });
  const choose = once(async () => {
    const chosen = await chooseBackend(settings, unconfigured, await openHoncho());
    if (chosen.warning !== null) process.emitWarning(chosen.warning, 'EngramWarning');
    return chosen;
  });
  const localOf = async (viewer: Viewer): Promise<UserModelBackend> =>
    (await loadUsers()).localUserModel(context(), viewer);

  return async (viewer) => {
    const { use, reason, warning } = await choose();
    const [local, honcho] = [await localOf(viewer), (await openHoncho())?.userModelOf(viewer)];
    const active = use === 'local' ? local : ((use === 'honcho' ? honcho : undefined) ?? nullUserModel);
    const configured = [
      ...(active === nullUserModel ? [nullUserModel] : []),
      local,
      ...(honcho ? [honcho] : []),
    ];
    return { active, configured, reason, warning };
  };
}

async function chooseBackend(
  { use, honcho: { apiKey } }: BackendSettings,
  unconfigured: UnconfiguredBackend,
  honcho: HonchoService | undefined,
): Promise<ChosenBackend> {
  if (use === 'null' || use === 'local') return { use, reason: `"backend.use" is "${use}".`, warning: null };
  if (use === 'auto' && apiKey === null) {
    return { use: unconfigured, reason: 'No other backend is configured.', warning: null };
  }
  const whyNot = honcho === undefined ? 'HONCHO_API_KEY is not set.' : await honcho.whyNot();
  if (whyNot !== null) {
    return {
      use: 'local',
      reason: 'It stands in for Honcho.',
      warning: `Engram keeps user-model entries in its own store, not at Honcho: ${whyNot}`,
    };
  }
  const reason =
    use === 'honcho' ? '"backend.use" is "honcho".' : 'There is a key for Honcho, and it answers.';
  return { use: 'honcho', reason, warning: null };
}
