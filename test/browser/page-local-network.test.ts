import { BLOCKED, type FoodSite, withSite } from './food-site.ts';
import { foundFor } from './page-parts.ts';
import { test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

// Chromium treats a page with this directive as one from a public site.
test('if the browser blocks calls to this machine, the page says so', async () => {
  const page = await site.open('/', {
    expected: BLOCKED,
    permissions: [],
    isAlone: true,
    prepare: async (page) => {
      await page.route(`${site.pageUrl}/`, async (route) => {
        const answer = await route.fetch();
        const csp = `${answer.headers()['content-security-policy']}; treat-as-public-address`;
        await route.fulfill({
          response: answer,
          headers: { ...answer.headers(), 'content-security-policy': csp },
        });
      });
      // On a machine without any network, the page would say that it is offline.
      return page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: true })");
    },
  });
  await page.getByRole('combobox', { name: 'Search foods' }).fill('egg');
  await page
    .getByRole('heading', { name: 'The browser might not let this page call the service' })
    .waitFor();
  await page.getByText('Allow “local network access”').waitFor();
  await page.context().grantPermissions(['local-network-access']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await foundFor(page, 'egg').waitFor();
});
