import type { Binding, Invariant, Place, Selector } from '../../records/plan.ts';
import { lastName, redactAt, redactKey, redactNamed, redactPath } from '../../text/redact/redact-place.ts';

/**
 * A binding without secrets: constants are judged by the name they stand under, paths by their names. A call whose
 * constant was a secret cannot be replayed any more; that is better than a secret that is stored.
 */
export function redactBinding(binding: Binding, name?: string): Binding {
  const inside = (inner: Binding) => redactBinding(inner, name);
  switch (binding.from) {
    case 'constant':
      return { ...binding, value: redactNamed(name, binding.value) };
    case 'parameter':
    case 'today':
      return binding;
    case 'result':
    case 'all':
    case 'sum':
      return redactPlace(binding);
    case 'item':
      return {
        ...redactPlace(binding),
        value: redactPath(binding.value),
        selectors: binding.selectors.map(redactSelector),
      };
    case 'text':
      return { ...binding, parts: binding.parts.map(inside) };
    case 'given':
      return { ...binding, otherwise: inside(binding.otherwise) };
    case 'agreeing':
      return { ...binding, of: binding.of.map(inside) };
    case 'member':
      return { ...binding, of: inside(binding.of), path: redactPath(binding.path) };
    case 'line':
      return { ...binding, of: inside(binding.of), prefix: String(redactNamed(name, binding.prefix)) };
    case 'between':
      return {
        ...binding,
        of: inside(binding.of),
        before: String(redactNamed(name, binding.before)),
        after: String(redactNamed(name, binding.after)),
      };
    case 'edited':
      return {
        ...binding,
        of: inside(binding.of),
        line: binding.line && inside(binding.line),
        to: inside(binding.to),
      };
    case 'piece':
    case 'case':
    case 'number':
    case 'increased':
      return { ...binding, of: inside(binding.of) };
    case 'arithmetic':
      return { ...binding, left: inside(binding.left), right: inside(binding.right) };
    case 'list':
      return {
        ...binding,
        items: binding.items.map((item, index) =>
          redactBinding(item, announcedBy(binding.items[index - 1]) ?? name),
        ),
      };
    case 'object':
      return { ...binding, members: redactMembers(binding.members, redactBinding) };
  }
}

/** In `['--password', 'x']` one item names the next. */
function announcedBy(before: Binding | undefined): string | undefined {
  const text = before?.from === 'constant' ? before.value : undefined;
  return typeof text === 'string' && text.startsWith('--') ? text : undefined;
}

export function redactPlace<Any extends Place>(place: Any): Any {
  return { ...place, path: redactPath(place.path) };
}

function redactSelector(selector: Selector): Selector {
  return {
    ...selector,
    where: selector.where.map(({ path, equals }) => ({
      path: redactPath(path),
      equals: redactBinding(equals, lastName(path)),
    })),
    ...(selector.by === undefined ? {} : { by: redactPath(selector.by) }),
  };
}

export function redactInvariant({ path, oneOf }: Invariant): Invariant {
  return { path: redactPath(path), oneOf: oneOf.map((value) => redactAt(path, value)) };
}

function redactMembers<Member>(
  members: Readonly<Record<string, Member>>,
  redactMember: (member: Member, name: string) => Member,
): Record<string, Member> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [redactKey(name), redactMember(member, name)]),
  );
}
