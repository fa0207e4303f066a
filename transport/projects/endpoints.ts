import { z } from 'zod'
import { addAllowlistEntryBody, allowlistEntryParams, allowlistEntryView } from '@/schemas/projects/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import type { ProjectCtx } from '@/server/ctx'
import { allowIpAddress } from '@/server/projects/allow-ip-address'
import { listAllowedIpAddresses } from '@/server/projects/list-allowed-ip-addresses'
import { removeAllowedIpAddress } from '@/server/projects/remove-allowed-ip-address'
import { requireProject } from '@/server/projects/require-project'
import { MESSAGES } from '@/server/refusals/messages'

export const allowIpAddressEndpoint = endpoint({
  id: 'allowIpAddress',
  method: 'POST',
  path: '/v1/projects/ip-whitelist',
  summary: 'Allow an IP address',
  description:
    'Once any address is on the list, requests from other addresses are rejected; it has 200 entries at most. If the list does not include the address of this call, `message` names it: the next call from there returns 403.',
  tags: ['Project'],
  auth: 'liveKey',
  scope: 'projects:write',
  rateLimit: 'write',
  body: addAllowlistEntryBody,
  replies: { 201: allowlistEntryView },
  async handle({ ctx, body, request }) {
    const project = requireProject(ctx)
    const entry = await allowIpAddress(project, body)
    return reply(201, await messageOf(project, request.clientIp), entry)
  },
})

export const listAllowedIpAddressesEndpoint = endpoint({
  id: 'listAllowedIpAddresses',
  method: 'GET',
  path: '/v1/projects/ip-whitelist',
  summary: 'List allowed IP addresses',
  tags: ['Project'],
  auth: 'liveKey',
  scope: 'projects:write',
  rateLimit: 'read',
  replies: { 200: z.array(allowlistEntryView) },
  async handle({ ctx }) {
    return reply(200, 'Whitelisted IPs', (await listAllowedIpAddresses(requireProject(ctx))).items)
  },
})

export const removeAllowedIpAddressEndpoint = endpoint({
  id: 'removeAllowedIpAddress',
  method: 'DELETE',
  path: '/v1/projects/ip-whitelist/{id}',
  summary: 'Remove an allowed IP address',
  tags: ['Project'],
  auth: 'liveKey',
  scope: 'projects:write',
  contextMessage: MESSAGES.projectContext,
  rateLimit: 'write',
  params: allowlistEntryParams,
  refusals: { ip_not_found: 'id' },
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await removeAllowedIpAddress(requireProject(ctx), params)
    return reply(200, 'Whitelisted IP removed', null)
  },
})

/** Warns a caller whose own address is not on the list: its next call will be refused. */
async function messageOf(project: ProjectCtx, clientIp: string | null): Promise<string> {
  const { items } = await listAllowedIpAddresses(project)
  if (items.some(({ ipAddress }) => ipAddress === clientIp)) return 'IP address whitelisted'
  const whose =
    clientIp === null
      ? 'The address this call came from is unknown'
      : `This call came from ${clientIp}, which is not on the list`
  return `IP address whitelisted. ${whose}: calls from there are refused from now on`
}
