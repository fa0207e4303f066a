import { and, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountLinks, mailMessages, memberships, users } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { rotateKeyPairAsOperator } from '@/server/keys/rotate-key-pair-as-operator'
import { approveProposal } from '@/server/proposals/decide-proposal'
import { listProposals } from '@/server/proposals/list-proposals'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'
import { inviteAsOperator } from './invite-as-operator'
import { sendPasswordResetAsOperator } from './send-password-reset-as-operator'

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
const as = ({ personId }: PortalCaller) => anyOperator(personId)
const isInvited = (email: string) =>
  workerCtx().db.$count(accountLinks, and(eq(accountLinks.email, email), eq(accountLinks.kind, 'invitation')))
const forgetOperators = () => workerCtx().db.update(users).set({ platformRole: null }).where(like(users.email, '%'))

test('operators and support are invited and reset by two operators; the only one acts alone', async () => {
  await workerCtx().db.delete(memberships)
  await forgetOperators()
  const ada = await newPortalCaller({ platformRole: 'operator' })
  const invite = (caller: PortalCaller, email: string) =>
    inOperator(as(caller), (ctx) => inviteAsOperator(ctx, { name: 'New', email, role: 'operator' }))
  const [first, second] = [newEmail(), newEmail()]
  expect(await invite(ada, first)).toEqual({ state: 'done', link: null })
  expect(await isInvited(first)).toBe(1)

  const bola = await newPortalCaller({ platformRole: 'operator' })
  // Switching the other one off makes nobody the only one.
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.id, bola.personId))
  expect(await invite(ada, second)).toEqual({ state: 'proposed', link: null })
  await workerCtx().db.update(users).set({ isActive: true }).where(eq(users.id, bola.personId))
  expect(await isInvited(second)).toBe(0)
  const reset = await inOperator(as(ada), (ctx) => sendPasswordResetAsOperator(ctx, { personId: bola.personId }))
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
  const mine = await inOperator(as(ada), (ctx) => sendPasswordResetAsOperator(ctx, { personId: owner.personId }))
  expect(mine.state).toBe('done')
})

describe('an operator who invites into a business', () => {
  let ada: PortalCaller
  let bola: PortalCaller
  beforeEach(async () => {
    await forgetOperators()
    ada = await newPortalCaller({ platformRole: 'operator' })
    bola = await newPortalCaller({ platformRole: 'operator' })
  })
  const invite = (email: string, { businessId, role }: { businessId: string; role: 'owner' | 'viewer' }) =>
    inOperator(as(ada), (ctx) => inviteAsOperator(ctx, { name: 'New', email, role, businessId }))
  const mailed = async (toAddress: string) =>
    (await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, toAddress))).map(
      ({ subject }) => subject,
    )

  test('that has an owner needs a second operator, and its owners get an email', async () => {
    const email = newEmail()
    for (const role of ['owner', 'viewer'] as const)
      expect(await invite(email, { ...tenant, role })).toEqual({ state: 'proposed', link: null })
    expect([await isInvited(email), await mailed(owner.email)]).toEqual([0, []])
    const { items } = await inOperator(as(bola), (ctx) => listProposals(ctx, { page: 1 }))
    const wanted = items.find(({ what }) => what === 'Invite New into the business as owner')
    expect(wanted).toMatchObject({ reason: email, isOwn: false })
    const approve = (caller: PortalCaller) =>
      inOperator(as(caller), (ctx) => approveProposal(ctx, { proposalId: wanted?.id ?? '' }, PROPOSAL_MUTATIONS))
    await expect(approve(ada)).rejects.toThrow('Another person has to approve')
    expect(await approve(bola)).toEqual({ state: 'done', link: null })
    expect(await isInvited(email)).toBe(1)
    expect(await mailed(owner.email)).toEqual([expect.stringContaining('An operator invited a person into')])
  })

  test('whose first owner is invited needs one too, and for that first owner none', async () => {
    const { businessId } = await createTenant()
    expect((await invite(newEmail(), { businessId, role: 'owner' })).state).toBe('done')
    expect((await invite(newEmail(), { businessId, role: 'owner' })).state).toBe('proposed')
  })

  test('acts alone as the only operator of the platform, and its owners get an email', async () => {
    await workerCtx().db.update(users).set({ platformRole: null }).where(eq(users.id, bola.personId))
    expect((await invite(newEmail(), { ...tenant, role: 'owner' })).state).toBe('done')
    expect(await mailed(owner.email)).toHaveLength(1)
  })
})

test('owners get an email once an operator issues keys of their project', async () => {
  const { businessId, projectId } = tenant
  const operator = await newPortalCaller({ platformRole: 'operator' })
  const issue = () =>
    inOperator(as(operator), (ctx) => rotateKeyPairAsOperator(ctx, { businessId, projectId, overlapHours: 0 }))
  const { live } = await issue()
  const isOurs = and(eq(mailMessages.toAddress, owner.email), eq(mailMessages.sourceId, live.id))
  const [mail, ...others] = await workerCtx().db.select().from(mailMessages).where(isOurs)
  expect([mail?.subject, others]).toEqual([expect.stringContaining('An operator issued API keys of'), []])
  expect(JSON.stringify(mail)).not.toContain(live.key)
})
