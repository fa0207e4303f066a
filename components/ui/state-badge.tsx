import { Badge } from './badge'
import { Spinner } from './spinner'
import type { Tone } from './tone'
import { ToneIcon } from './tone-icon'

/** The display of one state. `busy` turns the icon into a spinner while something is in progress. */
export type StateDisplay = { tone: Tone; label?: string; busy?: boolean }

type StateBadgeProps<S extends string> = { state: S; displays: Record<S, StateDisplay>; className?: string }

/** The badge of a state; the looks are a table over the state union, so a new state fails to compile. */
export function StateBadge<S extends string>({ state, displays, className }: StateBadgeProps<S>) {
  const display = displays[state]
  const icon = display.busy ? <Spinner className="size-3.5" /> : <ToneIcon tone={display.tone} className="size-3.5" />
  return (
    <Badge tone={display.tone} icon={icon} className={className}>
      {display.label ?? toLabel(state)}
    </Badge>
  )
}

function toLabel(state: string): string {
  const words = state.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
