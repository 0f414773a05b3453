import { Switch as RadixSwitch } from 'radix-ui'

interface SwitchProps {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
  /** The text beside it; without it, only screen readers get the label. */
  words?: { on: string; off: string }
  isDisabled?: boolean
  /** Why it is disabled. */
  why?: string | null
}

export function Switch({
  label,
  isOn,
  onChange,
  words,
  isDisabled = false,
  why = null,
}: SwitchProps) {
  return (
    <label
      title={why ?? undefined}
      className={`inline-flex items-center gap-2 max-md:min-h-11 ${why === null ? '' : 'cursor-not-allowed'}`}
    >
      <RadixSwitch.Root
        aria-label={label}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled || why !== null}
        aria-description={why ?? undefined}
        className="relative h-4 w-7 shrink-0 rounded-full border border-line-strong bg-raised disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent max-md:h-6 max-md:w-11"
      >
        <RadixSwitch.Thumb className="block size-3 translate-x-px rounded-full bg-muted transition-transform data-[state=checked]:translate-x-[13px] data-[state=checked]:bg-on-accent max-md:size-5 max-md:data-[state=checked]:translate-x-[21px]" />
      </RadixSwitch.Root>
      {words === undefined ? null : (
        <span aria-hidden className="w-10 text-xs text-muted max-md:text-sm">
          {isOn ? words.on : words.off}
        </span>
      )}
    </label>
  )
}
