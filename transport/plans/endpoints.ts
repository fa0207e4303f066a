import { z } from 'zod'
import { planView, productParams, productView } from '@/schemas/plans/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { workerCtx } from '@/server/ctx'
import { listPlans } from '@/server/plans/list-plans'
import { listProducts } from '@/server/plans/list-products'

export const listPlansOfProductEndpoint = endpoint({
  id: 'listPlansOfProduct',
  method: 'GET',
  path: '/v1/subscriptions/plans/product/{productId}',
  summary: 'List the plans of a product',
  description: 'Lists the plans on sale, with their contents and prices. No access token is required.',
  tags: ['Subscriptions'],
  auth: 'public',
  rateLimit: 'read',
  params: productParams,
  replies: { 200: z.array(planView) },
  async handle({ params }) {
    return reply(200, 'Plans', (await listPlans(workerCtx(), params)).items)
  },
})

export const listProductsEndpoint = endpoint({
  id: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  summary: 'List the products',
  description: 'Lists the products that have plans.',
  tags: ['Subscriptions'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  replies: { 200: z.array(productView) },
  async handle({ ctx }) {
    return reply(200, 'Products', (await listProducts(ctx)).items)
  },
})
