import type { VNode } from "preact";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly isLong?: boolean;
}

/** A labelled field of one line, or of several. */
export function TextField({ label, value, onInput, placeholder, isLong }: TextFieldProps): VNode {
  return (
    <label class="field">
      {label}
      {isLong ? (
        <textarea
          rows={4}
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <input
          type="text"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </label>
  );
}
