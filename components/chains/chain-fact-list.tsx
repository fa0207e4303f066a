import { KeyValueList } from '@/components/ui/key-value-list'
import type { ChainFacts } from '@/schemas/chains/contract'
import { factLines } from './facts-text'

/** What a chain said of itself just now. */
export function ChainFactList({ facts }: { facts: ChainFacts }) {
  return (
    <section aria-label="What the chain says" className="rounded-md border bg-sunken px-3.5">
      <KeyValueList items={factLines(facts)} />
    </section>
  )
}
