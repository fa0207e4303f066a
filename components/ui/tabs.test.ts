import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Tabs } from './tabs'

const tabs = [
  { value: 'overview', label: 'Overview', content: 'All of it' },
  { value: 'holders', label: 'Holders', content: 'Who holds it' },
]

it.each([
  ['the chosen tab', 'holders', 'Who holds it'],
  ['the first tab where the page has no such tab', 'coupons', 'All of it'],
])('shows %s', (_, value, content) => {
  const page = renderToStaticMarkup(
    createElement(Tabs, { tabs, value, onValueChange: () => {}, 'aria-label': 'Views' }),
  )
  expect(page.match(/aria-selected="true"/g)).toHaveLength(1)
  expect(page).toContain(`>${content}</div>`)
})
