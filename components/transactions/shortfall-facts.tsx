import { Amount } from '@/components/ui/amount'
import type { Shortfall } from '@/server/money/shortfall'

/** The needed and the available amount, inside a message. */
export function ShortfallFacts({ shortfall: { unit, needed, available } }: { shortfall: Shortfall }) {
  const facts = [
    { label: 'Needed', value: needed },
    { label: 'Available', value: available },
  ]
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-8 gap-y-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-wrap gap-x-2">
          <dt>{label}</dt>
          <dd className="min-w-0 break-all font-semibold">
            <Amount value={value} unit={unit} exact />
          </dd>
        </div>
      ))}
    </dl>
  )
}
