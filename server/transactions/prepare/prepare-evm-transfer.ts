import type { Chain } from '@/server/chains/registry'
import { validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { evmAddress, resolveAsset } from './resolve-asset'
import type { TransferInput } from './transfer-body'
import type { TransferTarget } from './transfer-target'

const ZERO_ADDRESS = /^0x0{40}$/

/**
 * Checks where a transfer goes and what it moves. Throws invalid, unavailable (an unknown token is asked for its
 * decimals).
 */
export async function prepareEvmTransfer(chain: Chain, input: TransferInput): Promise<TransferTarget> {
  const toAddress = evmAddress('toAddress', input.toAddress)
  const asset = await resolveAsset(chain, input)
  if (ZERO_ADDRESS.test(toAddress)) throw validationError(['toAddress: must not be the zero address'])
  if (toAddress === asset.tokenAddress) throw validationError(['toAddress: must not be the token contract itself'])
  const parsed = parseAmount(input.amount, asset.decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  return { toAddress, asset, amountUnits: parsed.units }
}
