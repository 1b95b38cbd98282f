import { Dialog } from '../components/dialog.tsx';
import { pages } from '../pages/pages.ts';

const general = [
  ['/', 'Search'],
  ['?', 'Show this help'],
  ['↑ ↓', 'Move in a list'],
  ['Enter', 'Open the focused row'],
  ['Esc', 'Close a dialog'],
] as const;

/** Every key there is. */
export function HelpDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const places = pages.flatMap(({ navigation }) =>
    navigation === undefined ? [] : [[`g ${navigation.key}`, navigation.title] as const],
  );
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Keys title="Everywhere" keys={general} />
        <Keys title="Go to" keys={places} />
      </div>
    </Dialog>
  );
}

function Keys({
  title,
  keys,
}: {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}) {
  return (
    <section>
      <h2 className="mb-2 text-small font-semibold">{title}</h2>
      <dl className="space-y-1.5 text-small">
        {keys.map(([key, meaning]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{meaning}</dt>
            <dd className="flex gap-1">
              {key.split(' ').map((part) => (
                <kbd
                  key={part}
                  className="min-w-6 rounded border border-strong-line bg-sunken px-1.5 text-center text-tiny leading-5"
                >
                  {part}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
