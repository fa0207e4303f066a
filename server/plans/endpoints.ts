import { z } from 'zod'
import { endpoint, reply } from '@/server/api/endpoint'
import { workerCtx } from '@/server/ctx'
import { planView, productParams, productView } from './contract'
import { listPlans } from './list-plans'
import { listProducts } from './list-products'

export const listPlansOfProductEndpoint = endpoint({
  id: 'listPlansOfProduct',
  method: 'GET',
  path: '/v1/subscriptions/plans/product/{productId}',
  summary: 'List the plans of a product',
  description: 'Those that can be taken now, with what they grant and cost. Needs no token.',
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
  description: 'What plans are sold of.',
  tags: ['Subscriptions'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  replies: { 200: z.array(productView) },
  async handle({ ctx }) {
    return reply(200, 'Products', (await listProducts(ctx)).items)
  },
})
