import type { TokenRow } from '../operations/plan'
import type { ProjectCtx } from '../require-token'
import type { HolderPage } from './contract'
import { pageWindow } from './page-window'
import { readHoldersAt } from './read-holders-at'
import { readSupply } from './read-supply'
import { toHolderPage } from './to-holder'

type At = { block: number; page: number; pageSize: number }

/** Who held a token at the end of a block, the largest first. */
export async function listHoldersAt(
  ctx: ProjectCtx,
  token: TokenRow,
  { block, page, pageSize }: At,
): Promise<HolderPage> {
  const tokenId = token.id
  const { supplyUnits, walletCount: total } = await readSupply(ctx, { tokenId, block })
  const rows = await readHoldersAt(ctx, { tokenId, block, ...pageWindow(total, { page, pageSize }) })
  return toHolderPage({ rows, token, supplyUnits, total, page, pageSize, block })
}
