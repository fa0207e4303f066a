import type { Queued } from './load-queue'
import type { Signer } from './load-signers'
import type { OwnerFunds } from './owner-funds'

export const TOKEN = '0x00000000000000000000000000000000000000C1'
export const WORST_FEE = 1_000n
export const COST = { gasLimit: 100n, l1FeeUnits: 0n, worstFee: WORST_FEE }

function wallet(walletId: string): Signer {
  return {
    walletId,
    businessId: 'b',
    seedId: 's',
    addressIndex: 0,
    address: '0x00000000000000000000000000000000000000AA',
  }
}

/** A row of wallet `w`, which sends it itself unless `changed` says otherwise. */
export function queued(
  amountUnits: bigint,
  options: { token?: boolean; type?: string; owner?: string; lane?: string } = {},
): Queued {
  const { token = false, type = 'TRANSFER', owner = 'w', lane = owner } = options
  return {
    id: 't',
    intentId: 't',
    businessId: 'b',
    type,
    walletId: owner,
    laneWalletId: lane,
    owner: wallet(owner),
    sender: wallet(lane),
    toAddress: '0x00000000000000000000000000000000000000BB',
    tokenAddress: token ? TOKEN : null,
    callData: null,
    amountUnits,
    decimals: 18,
    gasLimit: null,
    feeHoldMicros: 0n,
    gasBudgetMicros: 0n,
    nativePriceE8: null,
  }
}

/** Funds without anything in flight and without coins of the platform. */
export const RICH: OwnerFunds = {
  nativeUnits: 1_000n,
  tokens: new Map([[TOKEN, 1_000n]]),
  nativeOut: 0n,
  tokensOut: new Map(),
  platformUnits: 0n,
  floatUnits: 0n,
  comingUnits: 0n,
  outgoing: 0,
  hasCalls: false,
  isSettling: false,
  isStale: false,
}
