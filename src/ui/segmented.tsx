import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";

type Choice = { value: string; text: string };

/** Two to four views of the same thing, one of which is always chosen. */
export function Segmented({
  label,
  choices,
  value,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChoose(value: string): void;
}) {
  // Pressing what is pressed would leave nothing chosen.
  const choose = ([chosen]: readonly string[]) => chosen !== undefined && onChoose(chosen);
  return (
    <ToggleGroup className="seg" aria-label={label} value={[value]} onValueChange={choose}>
      {choices.map((choice) => (
        <Toggle key={choice.value} value={choice.value}>
          {choice.text}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
