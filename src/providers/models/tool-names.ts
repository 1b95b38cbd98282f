import type { ToolDescription } from '../../ports/tool-runtime.ts';

/** Names of tools on the way to a service and back. */
export interface ToolNames {
  /** The name that is sent for a tool. */
  sent(tool: string): string;
  /** The tool that an answer means; one that was not offered keeps the name the model gave it. */
  meant(name: string): string;
}

const maxNameLength = 64;

/**
 * Services take letters, digits, `_` and `-` only, while tools have names such as `shop.orders/list`. Names that can be
 * sent as they are stay so; the others get one that no other tool has.
 *
 * @example
 * const names = toolNames([{ name: 'shop.list', … }]);
 * names.sent('shop.list'); // 'shop_list'
 * names.meant('shop_list'); // 'shop.list'
 */
export function toolNames(tools: readonly Pick<ToolDescription, 'name'>[]): ToolNames {
  const sent = new Map<string, string>();
  const meant = new Map<string, string>();
  const isSendable = ({ name }: { readonly name: string }): boolean => sendable(name) === name;
  const inOrder = [...tools.filter(isSendable), ...tools.filter((tool) => !isSendable(tool))];
  for (const { name } of inOrder) {
    const base = sendable(name);
    let free = base;
    for (let number = 2; meant.has(free); number += 1) {
      free = `${base.slice(0, maxNameLength - `_${number}`.length)}_${number}`;
    }
    sent.set(name, free);
    meant.set(free, name);
  }
  return {
    sent: (tool) => sent.get(tool) ?? sendable(tool),
    meant: (name) => meant.get(name) ?? name,
  };
}

function sendable(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength) || 'unnamed';
}
