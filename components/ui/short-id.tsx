import { Hint } from './hint'

/** Ids made in one hour begin alike: their ends distinguish them. */
const SHOWN = 8

/** A UUID shortened to its end, whole on hover. */
export function ShortId({ value }: { value: string }) {
  return (
    <Hint content={value} className="whitespace-nowrap font-mono text-[length:max(0.8125rem,0.9em)]">
      <span aria-hidden>…{value.slice(-SHOWN)}</span>
      <span className="sr-only">{value}</span>
    </Hint>
  )
}
