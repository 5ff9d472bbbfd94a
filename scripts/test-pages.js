// Drives the pages in a browser. Called by test-pages, which makes them.
"use strict";
const assert = require("node:assert");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const folder = path.resolve(process.argv[2]);
const DESKTOP = { width: 1200, height: 900 };
const PHONE = { width: 390, height: 844 };

// Opens a page, uses it, and insists that nothing was complained about and nothing was asked for.
async function use(browser, name, settings, act) {
  const context = await browser.newContext({ viewport: DESKTOP, ...settings });
  const page = await context.newPage();
  const complaints = [];
  const address = pathToFileURL(path.join(folder, `${name}.html`)).href;
  page.on("console", (message) => { if (message.type() !== "log") complaints.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    const asked = request.url();
    if (asked !== address && !asked.startsWith("data:")) complaints.push(`request: ${asked}`);
  });
  const started = Date.now();
  await page.goto(address);
  const opened = Date.now() - started;
  await act(page, opened);
  assert.deepStrictEqual(complaints, [], `${name}: ${complaints}`);
  await context.close();
  console.log(`ok: ${name}, ${Object.keys(settings).join(" ") || "desktop"}, open in ${opened} ms`);
}

const shown = (page) => page.locator("article").first().getAttribute("data-shown");
const step = (page) => page.locator(".steps").first().getAttribute("data-step");
const snap = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
async function noOverflow(page) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(wide <= room, `the page is ${wide} wide, the window ${room}`);
}

async function flipsSolutions(page) {
  assert.strictEqual(await shown(page), "0");
  const before = await page.locator(".borders").getAttribute("d");
  await page.keyboard.press("ArrowRight");
  assert.strictEqual(await shown(page), "1");
  assert.notStrictEqual(await page.locator(".borders").getAttribute("d"), before);
  await page.keyboard.press("End");
  assert.strictEqual(await shown(page), "7");
  await page.getByLabel("Number of the solution").fill("3");
  await page.keyboard.press("Enter");
  assert.strictEqual(await shown(page), "2");
  await page.getByLabel("Solution", { exact: true }).fill("5");
  assert.strictEqual(await shown(page), "5");
  // Only solutions with the same piece on the first cell are left.
  await page.locator(".board > .cell").first().click();
  const left = await page.locator(".total").textContent();
  assert.match(left, /of [1-7] that fit/);
  await page.getByRole("button", { name: "Show all solutions again" }).click();
  assert.match(await page.locator(".total").textContent(), /of 8$/);
  await noOverflow(page);
}

async function turns(page) {
  const space = page.locator("canvas.space");
  const box = await space.boundingBox();
  const pixels = () => space.evaluate((canvas) => canvas.toDataURL());
  await page.waitForTimeout(150);
  const before = await pixels();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 - 30, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(150);
  const turned = await pixels();
  assert.notStrictEqual(turned, before);
  assert.notStrictEqual(await space.getAttribute("data-turn"), null);
  await page.getByLabel("Pull the layers apart").fill("60");
  await page.waitForTimeout(150);
  assert.notStrictEqual(await pixels(), turned);
  await noOverflow(page);
}

async function plays(page) {
  assert.strictEqual(await step(page), "0");
  await page.keyboard.press("ArrowRight");
  assert.strictEqual(await step(page), "1");
  await page.keyboard.press("ArrowLeft");
  assert.strictEqual(await step(page), "0");
  await page.getByLabel("Speed").selectOption("20");
  await page.getByRole("button", { name: "Play (space)" }).click();
  await page.waitForFunction(() => Number(document.querySelector(".steps").dataset.step) >= 2);
  await page.getByRole("button", { name: "Play (space)" }).click();
  await noOverflow(page);
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
  try {
    await use(browser, "flat", {}, async (page) => { await flipsSolutions(page); await snap(page, "flat-desktop"); });
    await use(browser, "flat", { colorScheme: "dark" }, (page) => snap(page, "flat-dark"));
    await use(browser, "flat", { viewport: PHONE }, async (page) => { await noOverflow(page); await snap(page, "flat-phone"); });
    await use(browser, "flat", { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator(".static svg").count() >= 4);
      assert.ok(await page.locator(".static svg").nth(1).isVisible());
      await snap(page, "flat-static");
    });
    for (const name of ["triangles", "hexagons"]) {
      await use(browser, name, {}, async (page) => {
        const before = await page.locator(".board").innerHTML();
        await page.keyboard.press("ArrowRight");
        assert.strictEqual(await shown(page), "1");
        assert.notStrictEqual(await page.locator(".board").innerHTML(), before);
        await noOverflow(page);
        await snap(page, `${name}-desktop`);
      });
    }
    await use(browser, "copies", {}, (page) => snap(page, "copies-desktop"));
    await use(browser, "box", {}, async (page) => { await turns(page); await snap(page, "box-desktop"); });
    await use(browser, "pyramid", {}, async (page) => { await turns(page); await snap(page, "pyramid-desktop"); });
    await use(browser, "pyramid", { viewport: PHONE, colorScheme: "dark", hasTouch: true }, async (page) => {
      await noOverflow(page);
      await page.waitForTimeout(150);
      await snap(page, "pyramid-phone-dark");
    });
    await use(browser, "none", {}, async (page) => {
      assert.ok(await page.locator(".static .backdrop svg").isVisible());
      await snap(page, "none-desktop");
    });
    for (const name of ["lockpick", "room", "voracity", "snakes", "maze"]) {
      await use(browser, name, {}, async (page) => { await plays(page); await snap(page, `${name}-desktop`); });
      await use(browser, name, { viewport: PHONE, colorScheme: "dark" }, async (page) => {
        for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight");
        await noOverflow(page);
        await snap(page, `${name}-phone-dark`);
      });
    }
    await use(browser, "lockpick", {}, async (page) => {
      await page.getByRole("slider", { name: "Step" }).fill("3");
      assert.notStrictEqual(await page.locator(".hand").textContent(), "");
    });
    await use(browser, "large-maze", {}, async (page) => { await plays(page); await snap(page, "large-maze"); });
    await use(browser, "odds", {}, async (page) => { assert.ok(await page.locator("svg").count() >= 1); await snap(page, "odds-desktop"); });
    await use(browser, "many", {}, async (page, opened) => {
      assert.ok(opened < 5000, `100,000 solutions took ${opened} ms to open`);
      await page.keyboard.press("End");
      assert.strictEqual(await shown(page), "99999");
      const started = Date.now();
      await page.locator(".board > .cell").nth(9).click();
      assert.ok(Date.now() - started < 3000);
    });
    await use(browser, "hostile", {}, async (page) => {
      assert.match(await page.locator("h1").textContent(), /<img src=x/);
      assert.strictEqual(await page.locator("img").count(), 0);
    });
  } finally {
    await browser.close();
  }
  console.log("test-pages: all pages do what they should");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
