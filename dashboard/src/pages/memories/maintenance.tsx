import { Combine, Shapes, TimerOff } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Menu, MenuItem, MenuLink } from '../../components/menu.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { plural } from '../../format.ts';

/** Maintenance of all memories; the server also runs it in the background. */
export function Maintenance() {
  const consolidate = async (): Promise<void> => {
    const { data } = await client.POST('/api/memories/consolidate', { body: {} });
    toast(`Consolidated: ${plural(data?.merged.length ?? 0, 'duplicate')} merged`);
  };
  const prune = async (): Promise<void> => {
    await client.POST('/api/memories/prune', { body: {} });
    toast('Deleted expired memories');
  };
  return (
    <Menu label="Maintenance">
      <MenuItem icon={Combine} onSelect={() => void consolidate().catch(toastError)}>
        Merge duplicates, resolve contradictions
      </MenuItem>
      <MenuItem icon={TimerOff} onSelect={() => void prune().catch(toastError)}>
        Delete expired memories
      </MenuItem>
      <MenuLink icon={Shapes} href="/patterns?tab=decisions">
        Decisions learned from memories
      </MenuLink>
    </Menu>
  );
}
