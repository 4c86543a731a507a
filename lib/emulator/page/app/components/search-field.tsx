import { useEffect, useId, useRef } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches a moment after the last key. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={value}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            onSearch(text);
          }, 150);
        }}
      />
    </div>
  );
}
