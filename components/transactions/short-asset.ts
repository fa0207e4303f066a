import { shortenMiddle } from '@/components/ui/shorten-middle'

/** A token's symbol, or the middle of its address left out. */
export function shortAsset(symbol: string): string {
  return symbol.length > 16 ? shortenMiddle(symbol) : symbol
}
