import { Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { type Connection, useLive } from '../api/events.ts';
import { Button } from '../components/button.tsx';
import { classes } from '../components/class-names.ts';
import { groups, hrefOf, type Page, pages } from '../pages/pages.ts';
import { type Theme, themes, useTheme } from './theme.ts';

/** The navigation, with the theme, the help and the state of the connection at its end. */
export function Sidebar({
  onNavigate,
  onHelp,
}: {
  readonly onNavigate?: () => void;
  readonly onHelp: () => void;
}) {
  return (
    <div className="flex h-full flex-col px-3 py-4">
      <Link
        href="/"
        onClick={onNavigate}
        className="mb-4 flex items-center gap-2.5 px-2.5 text-large font-semibold tracking-tight"
      >
        <img src="/icon.svg" alt="" className="size-6" />
        Engram
      </Link>
      <nav aria-label="Pages" className="min-h-0 flex-1 space-y-4 overflow-y-auto">
        {groups.map((group) => {
          const listed = pages.filter(({ navigation }) => navigation?.group === group);
          if (listed.length === 0) return null;
          return (
            <div key={group}>
              {group !== '' && <div className="mb-1 px-2.5 text-tiny font-medium text-faint">{group}</div>}
              <ul className="space-y-px">
                {listed.map((page) => (
                  <Entry key={page.path} page={page} onNavigate={onNavigate} />
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <div className="mt-3 flex items-center justify-between border-t border-line px-1 pt-3">
        <ConnectionState />
        <div className="flex">
          <ThemeButton />
          <Button
            look="quiet"
            className="px-2!"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
            icon={<Keyboard />}
            onClick={onHelp}
          />
        </div>
      </div>
    </div>
  );
}

function Entry({
  page,
  onNavigate,
}: {
  readonly page: Page;
  readonly onNavigate?: (() => void) | undefined;
}) {
  const [location] = useLocation();
  const { navigation } = page;
  if (navigation === undefined) return null;
  const href = hrefOf(page);
  const isCurrent = href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
  return (
    <li>
      <Link
        href={href}
        onClick={onNavigate}
        aria-current={isCurrent ? 'page' : undefined}
        title={`${navigation.title} (g ${navigation.key})`}
        className={classes(
          'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-small font-medium -outline-offset-2',
          isCurrent ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
        )}
      >
        <navigation.icon aria-hidden className="size-4" />
        {navigation.title}
      </Link>
    </li>
  );
}

const states: Readonly<Record<Connection, readonly [string, string]>> = {
  connecting: ['Connecting', 'bg-warn'],
  live: ['Live', 'bg-good'],
  lost: ['Reconnecting', 'bg-bad'],
};

function ConnectionState() {
  const [text, colour] = states[useLive().connection];
  return (
    <span role="status" className="flex items-center gap-2 px-1.5 text-small text-soft">
      <span aria-hidden className={classes('size-2 rounded-full', colour)} />
      {text}
    </span>
  );
}

const themeIcons: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
  const [theme, choose] = useTheme();
  const Icon = themeIcons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <Button
      look="quiet"
      className="px-2!"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      icon={<Icon />}
      onClick={() => choose(next)}
    />
  );
}
