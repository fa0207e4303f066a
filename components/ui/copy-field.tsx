import { cn } from './cn'
import { controlStyles } from './control-styles'
import { CopyButton } from './copy-button'

type CopyFieldProps = { value: string; label: string; className?: string }

/** A value to be taken elsewhere, in full, with its copy button. */
export function CopyField({ value, label, className }: CopyFieldProps) {
  return (
    <div className={cn('relative', className)}>
      <input
        readOnly
        value={value}
        aria-label={label}
        spellCheck={false}
        className={cn(controlStyles, 'h-10 bg-sunken pr-11 font-mono text-[0.8125rem]')}
      />
      <CopyButton
        value={value}
        label={`Copy ${label.toLowerCase()}`}
        className="absolute top-1.5 right-1.5 bg-sunken"
      />
    </div>
  )
}
