import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { renameCheckInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { nameTaken } from '../failures/learn-failure.ts';
import { retryOnConflict, revision } from '../lessons.ts';
import { changeableCheck, nameChange } from './prevent.ts';

type RenameCheck = z.input<typeof renameCheckInput>;

/** Renames a check. Its old name no longer finds it. */
export async function renameCheck(
  context: Context,
  viewer: Viewer,
  raw: RenameCheck,
): Promise<{ readonly renamed: string; readonly name: string }> {
  const { id, name } = parseInput(renameCheckInput, raw, 'check');
  return retryOnConflict(context, async () => {
    const check = await changeableCheck(context, viewer, id);
    const before = check.slug ?? check.id;
    if (before === name) return { renamed: name, name };
    const others = await context.store.findLessons(viewer, 'check', [name]);
    if (others.some(({ slug }) => slug === name)) throw nameTaken('check', name);
    await context.store.commit([revision(context, check, nameChange(check, name))]);
    return { renamed: before, name };
  });
}
