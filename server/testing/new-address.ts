import { randomUUID } from 'node:crypto'
import { getAddress } from 'viem'

/** An EVM address that nobody has. */
export function newAddress(): string {
  return getAddress(`0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`)
}
