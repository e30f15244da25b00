// PRICING_URL=http://127.0.0.1:5300 PRICING_KEY=test_me node main.mjs [margin]: reprices, then prints the newest report.
import { reprice } from './reprice.mjs';
import { createService } from './service.mjs';

const { PRICING_URL: url = 'http://127.0.0.1:5300', PRICING_KEY: key = 'test_me' } = process.env;
const onWait = ({ status = 'no answer', milliseconds }) =>
  console.error(`${status}: waits ${milliseconds} ms`);
const service = createService({ url, key, onWait });

for (const { sku, minPrice, maxPrice } of await reprice(service, Number(process.argv[2] ?? 0.2))) {
  console.log(`${sku}: ${minPrice} to ${maxPrice}`);
}
console.log(await service.newestReport());
