import * as Ariakit from '@ariakit/react';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useLiveEvents } from '../api/events.ts';
import { Button } from '../components/button.tsx';
import { Toasts } from '../components/toast.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

/** What is around every page: the navigation at the side, or behind a button on phones; help and toasts. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const showHelp = useCallback(() => setHelpOpen(true), []);
  useShortcuts(showHelp);
  useLiveEvents(true);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <aside className="hidden border-r border-line bg-sunken lg:block">
        <div className="sticky top-0 h-dvh">
          <Sidebar onHelp={showHelp} />
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b border-line bg-canvas px-3 lg:hidden">
        <Button
          look="quiet"
          className="px-2!"
          aria-label="Open navigation"
          icon={<MenuIcon />}
          onClick={() => setMenuOpen(true)}
        />
        <span className="font-semibold">Engram</span>
      </header>
      <Ariakit.Dialog
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        unmountOnHide
        aria-label="Navigation"
        className="fixed inset-y-0 left-0 z-50 w-64 border-r border-line bg-panel shadow-float"
        backdrop={<div className="bg-[rgb(10_8_20_/_0.45)]" />}
      >
        <Sidebar
          onNavigate={() => setMenuOpen(false)}
          onHelp={() => {
            setMenuOpen(false);
            showHelp();
          }}
        />
      </Ariakit.Dialog>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-[84rem] px-4 py-6 outline-none sm:px-8 sm:py-8"
      >
        {children}
      </main>
      <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <Toasts />
    </div>
  );
}
