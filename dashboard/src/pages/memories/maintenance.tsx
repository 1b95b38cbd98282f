import { Combine, Shapes, TimerOff } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Menu, MenuItem, MenuLink } from '../../components/menu.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { plural } from '../../format.ts';

/** What is done to all memories together; the server does it in the background, too. */
export function Maintenance() {
  const consolidate = async (): Promise<void> => {
    const { data } = await client.POST('/api/memories/consolidate', { body: {} });
    toast(`Consolidated: ${plural(data?.merged.length ?? 0, 'duplicate')} merged`);
  };
  const prune = async (): Promise<void> => {
    await client.POST('/api/memories/prune', { body: {} });
    toast('Expired memories are deleted');
  };
  return (
    <Menu label="More about all memories">
      <MenuItem icon={Combine} onSelect={() => void consolidate().catch(toastError)}>
        Merge duplicates, settle contradictions
      </MenuItem>
      <MenuItem icon={TimerOff} onSelect={() => void prune().catch(toastError)}>
        Delete expired ones
      </MenuItem>
      <MenuLink icon={Shapes} href="/patterns?tab=decisions">
        Decisions learned from them
      </MenuLink>
    </Menu>
  );
}
