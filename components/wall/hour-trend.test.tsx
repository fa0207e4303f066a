import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HourTrend } from './hour-trend'

const hour = (at: string, ok: number, failed = 0) => ({ at, ok, failed })

it('says what this hour and the hour before had, and draws each hour with its failed part', () => {
  const markup = renderToStaticMarkup(
    <HourTrend hours={[hour('a', 0), hour('b', 30, 10), hour('c', 20)]} format={(value) => `${value}x`} />,
  )
  expect(markup).toContain('20x this hour, 40x the hour before')
  const heights = [...markup.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height))
  // Whole and failed: nothing in the first hour, the highest in the second, of which a quarter failed.
  expect(heights).toEqual([0, 0, 28, 7, 14, 0])
})

it('draws nothing where nothing happened', () => {
  const markup = renderToStaticMarkup(<HourTrend hours={[hour('a', 0), hour('b', 0)]} format={String} />)
  expect(markup).toContain('0 this hour, 0 the hour before')
  expect(markup).not.toContain('NaN')
})
