import type { ErasedUser } from '../../../records/user-inputs.ts';
import { listTable, type PageStyle, right, safe } from './presenter.ts';

export function presentErased({ user, erased, records }: ErasedUser, page: PageStyle): string {
  const { paint } = page;
  const sorts = Object.entries(records);
  if (sorts.length === 0 && !erased) return `There is nothing of ${paint.accent(safe(user))} in this store.`;
  const listed = listTable(page, sorts, [
    ['RECORDS', ([sort]) => safe(sort)],
    ['COUNT', ([, count]) => String(count), right],
  ]);
  const head = erased
    ? `${paint.good('Erased')} everything of ${paint.accent(safe(user))}, in all projects. What the audit says about it can no longer be read.`
    : `This would go, in all projects of ${paint.accent(safe(user))}, for good:`;
  const next = erased ? '' : `\n${paint.dim('Nothing was changed. To do it, add --yes')}`;
  return `${head}\n${listed}${next}`;
}
