import { useEffect, useRef } from 'preact/hooks';
import { TextField } from './field';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches a moment after the last key. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      label={label}
      type="search"
      value={value}
      onText={(text) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          onSearch(text);
        }, 150);
      }}
    />
  );
}
