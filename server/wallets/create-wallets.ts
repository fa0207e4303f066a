import type { CreateWalletsInput, NewWalletView } from '@/schemas/wallets/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import type { OpenedSeed } from '@/server/custody/opened-seed'
import { addWallets } from './add-wallets'
import { toNewWalletView } from './view'

/**
 * Derives the business's next `count` wallets from its opened seed. Their indices have no gap, also under concurrent
 * calls.
 */
export async function createWallets(
  ctx: TenantCtx & { seed: OpenedSeed },
  input: CreateWalletsInput,
): Promise<NewWalletView[]> {
  const { chainType, count, purpose } = input
  const rows = await addWallets(ctx, input)
  const firstIndex = rows[0]?.addressIndex ?? 0
  await appendAudit(ctx, {
    action: 'wallet.generate',
    target: `${chainType} ${firstIndex}-${firstIndex + count - 1}`,
    detail: { chainType, firstIndex, count, purpose },
  })
  return rows.map(toNewWalletView)
}
