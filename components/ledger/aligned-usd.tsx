import { Digits } from '@/components/ui/amount'
import { alignedPad } from './aligned-pad'

/** Every digit of an amount of dollars. Invisible zeros align it with the rows above and below. */
export function AlignedUsd({ value }: { value: string }) {
  return (
    <span data-pad={alignedPad(value)} className="after:invisible after:content-[attr(data-pad)]">
      <Digits value={value} unit="USD" exact />
    </span>
  )
}
