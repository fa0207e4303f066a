import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationView } from '@/schemas/tokens/operations/contract'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

test('a token whose events cannot be applied does not stop others, and is rebuilt once they can', async () => {
  const broken = await world.active(PLAIN)
  const sound = await world.active({ ...PLAIN, ticker: 'OTHER' })
  const owner = postgres(world.database.url, { max: 1 })
  await owner.unsafe(`create function unforeseen() returns trigger language plpgsql as $$
    begin if new.token_id = '${broken.id}' then raise exception 'nobody foresaw this'; end if; return new; end $$;
    create trigger unforeseen before insert on token_balances for each row execute function unforeseen()`)
  const asked = await world.ask(broken.id, 'mint', { to: world.admin, amount: '5' })
  await world.done(sound.id, 'mint', { to: world.admin, amount: '7' })
  expect((await world.read(sound.id)).totalSupply).toBe('7')
  const { operationRef } = operationView.parse(asked.data)
  const readAsked = async () =>
    operationView.parse((await world.client.get(`/v1/tokens/${broken.id}/operations/${operationRef}`)).data)
  for (let turns = 0; turns < 3; turns += 1) await world.turn()
  expect((await world.read(broken.id)).totalSupply).toBe('0')
  // A reader of the index must not see the end of an operation before the index has its effects.
  expect((await readAsked()).status).toBe('PENDING')

  await owner`drop trigger unforeseen on token_balances`
  await owner.end()
  expect((await world.ended(broken.id, asked)).status).toBe('COMPLETED')
  expect((await world.read(broken.id)).totalSupply).toBe('5')
})
