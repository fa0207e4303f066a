import type { Env } from '@/server/env'

type Seller = Pick<Env, 'BASE_URL' | 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_TAX_ID' | 'SELLER_EMAIL'>

/** Who sells, line by line; where nobody said, the name of the product, its address, and that the rest is missing. */
export function sellerLines({ BASE_URL, SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID, SELLER_EMAIL }: Seller): string[] {
  if (!SELLER_NAME) return ['Slipway', new URL(BASE_URL).host, 'No seller is named on this installation.']
  return [
    SELLER_NAME,
    ...(SELLER_ADDRESS ?? '').split(';').map((line) => line.trim()),
    SELLER_TAX_ID ? `Tax id ${SELLER_TAX_ID}` : '',
    SELLER_EMAIL ?? '',
  ].filter((line) => line !== '')
}
