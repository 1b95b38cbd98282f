import { Search } from 'lucide-react';
import { TextInput } from './field.tsx';

/** The search of a page. `/` puts the cursor here. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="relative min-w-56 flex-1">
      <Search aria-hidden className="pointer-events-none absolute left-3 top-2 size-4 text-faint" />
      <TextInput
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="pl-9"
      />
    </div>
  );
}
