import { Digits } from '@/components/ui/amount'
import { alignedPad } from './aligned-pad'

type AlignedUsdProps = {
  value: string
  /** The maximum number of decimals in the column. */
  decimals: number
}

/** Every digit of an amount of dollars. Invisible zeros align it with the rows above and below. */
export function AlignedUsd({ value, decimals }: AlignedUsdProps) {
  return (
    <span data-pad={alignedPad(value, decimals)} className="after:invisible after:content-[attr(data-pad)]">
      <Digits value={value} unit="USD" exact />
    </span>
  )
}
