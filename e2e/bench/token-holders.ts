import { newId } from '@/db/new-id'
import { inTenant } from '@/server/ctx'
import { listHolders } from '@/server/tokens/holders/list-holders'
import { PLAIN } from '@/server/tokens/token-world.test-data'
import { measure } from './lists'
import { withTokenWorld } from './token-world'

const PAGE_SIZE = 100

/** The holders of one token, now and as of a block: the first page, the one in the middle, the last. */
export async function benchTokenHolders({ holders, samples }: { holders: number; samples: number }): Promise<void> {
  await withTokenWorld(async (world, sql) => {
    const token = await world.active(PLAIN)
    const { businessId, projectId } = world.client.tenant
    await sql`insert into token_wallets (token_id, business_id, address, investor_id, investor_key, is_registered, balance_units)
      select ${token.id}, ${businessId}, '0x' || lpad(to_hex(n::bigint * 48271 % 2147483647), 40, '0'), 'investor-' || n, 'key-' || n, true, (n % 5000 + 1)::bigint * 1000000
      from generate_series(1, ${holders}::int) n`
    await sql`insert into token_balances (token_id, business_id, address, block_number, balance_units)
      select token_id, business_id, address, 1, balance_units from token_wallets where token_id = ${token.id}`
    await sql`insert into token_supplies (token_id, business_id, block_number, supply_units, wallet_count)
      select token_id, business_id, 1, sum(balance_units), count(*) from token_balances where token_id = ${token.id} group by 1, 2`
    await sql`update tokens set holder_count = ${holders}, total_supply_units = (select sum(balance_units) from token_wallets where token_id = ${token.id})
      where id = ${token.id}`
    await sql`vacuum analyze token_wallets`
    await sql`vacuum analyze token_balances`
    const actor = { type: 'key', id: newId() } as const
    const list = (page: number, block?: number) => () =>
      inTenant({ businessId, projectId, actor, requestId: newId() }, (ctx) =>
        listHolders({ ...ctx, projectId }, { tokenId: token.id, page, pageSize: PAGE_SIZE, block }),
      )
    const last = holders / PAGE_SIZE
    for (const [name, page] of [
      ['first', 1],
      ['middle', last / 2],
      ['last', last],
    ] as const) {
      await measure(`holders, the ${name} page`, list(page), samples)
      await measure(`holders as of a block, the ${name} page`, list(page, 1), samples)
    }
  })
}
