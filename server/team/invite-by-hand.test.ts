import { and, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountLinks, memberships, users } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { approveProposal } from '@/server/proposals/decide-proposal'
import { listProposals } from '@/server/proposals/list-proposals'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'
import { inviteByHand } from './invite-by-hand'
import { sendPasswordResetByHand } from './send-password-reset-by-hand'

// No email is sent here: they only wait.
beforeAll(() => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9'))
openDatabase()

let tenant: { businessId: string; projectId: string }
let owner: PortalCaller
beforeEach(async () => {
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
})

const newEmail = () => `${v7()}@example.test`

test('operators and support are invited and reset by two operators; the only one acts alone', async () => {
  await workerCtx().db.delete(memberships)
  await workerCtx().db.update(users).set({ platformRole: null }).where(like(users.email, '%'))
  const as = ({ personId }: PortalCaller) => anyOperator(personId)
  const ada = await newPortalCaller({ platformRole: 'operator' })
  const invite = (caller: PortalCaller, email: string) =>
    inOperator(as(caller), (ctx) => inviteByHand(ctx, { name: 'New', email, role: 'operator' }))
  const isInvited = (email: string) =>
    workerCtx().db.$count(accountLinks, and(eq(accountLinks.email, email), eq(accountLinks.kind, 'invitation')))
  const [first, second] = [newEmail(), newEmail()]
  expect(await invite(ada, first)).toEqual({ state: 'done', link: null })
  expect(await isInvited(first)).toBe(1)

  const bola = await newPortalCaller({ platformRole: 'operator' })
  // Switching the other one off makes nobody the only one.
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.id, bola.personId))
  expect(await invite(ada, second)).toEqual({ state: 'proposed', link: null })
  await workerCtx().db.update(users).set({ isActive: true }).where(eq(users.id, bola.personId))
  expect(await isInvited(second)).toBe(0)
  const reset = await inOperator(as(ada), (ctx) => sendPasswordResetByHand(ctx, { personId: bola.personId }))
  expect(reset.state).toBe('proposed')
  const { items } = await inOperator(as(ada), (ctx) => listProposals(ctx, { page: 1 }))
  expect(items.map(({ what }) => what)).toEqual(['Reset the password of Test Person', 'Invite New as operator'])
  const proposalId = items[1]?.id ?? ''
  const approve = (caller: PortalCaller) =>
    inOperator(as(caller), (ctx) => approveProposal(ctx, { proposalId }, PROPOSAL_MUTATIONS))
  await expect(approve(ada)).rejects.toThrow('Another person has to approve')
  expect(await approve(bola)).toEqual({ state: 'done', link: null })
  expect(await isInvited(second)).toBe(1)
  // A business's person is reset by one operator.
  const mine = await inOperator(as(ada), (ctx) => sendPasswordResetByHand(ctx, { personId: owner.personId }))
  expect(mine.state).toBe('done')
})
