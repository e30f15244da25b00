// A page that lists an account's listings and sets their price bounds. It knows nothing of the mock.
import { createService } from '../repricing/service.mjs';

export function startApp({ url, sleep }) {
  const [key, load, status, table] = ['key', 'load', 'status', 'listings'].map((id) =>
    document.getElementById(id),
  );
  let waits = [];

  const service = () =>
    createService({
      url,
      key: key.value,
      pause: 0,
      onWait: ({ status, milliseconds }) => waits.push(`${status}, waited ${milliseconds} ms`),
      ...(sleep !== undefined && { sleep }),
    });

  /** Does something with the service, and says how it went. */
  async function act(action) {
    waits = [];
    status.textContent = 'working';
    const words = await action(service()).catch(({ message }) => message);
    status.textContent = [...waits, words].join('; ');
  }

  const showListings = () =>
    act(async (service) => {
      const rows = [];
      for await (const listing of service.listings()) rows.push(rowOf(listing));
      table.replaceChildren(...rows);
      return `${rows.length} listings`;
    });

  function rowOf({ id, sku, title, currentPrice, minPrice, maxPrice }) {
    const row = document.createElement('tr');
    row.append(...[sku, title, currentPrice, minPrice, maxPrice].map(cell));
    const [min, max] = ['minPrice', 'maxPrice'].map((name, index) => {
      const input = Object.assign(document.createElement('input'), { type: 'number', step: 0.01 });
      input.value = [minPrice, maxPrice][index];
      input.ariaLabel = `${name} of ${sku}`;
      row.cells[3 + index].replaceChildren(input);
      return input;
    });
    const save = () =>
      act(async (service) => {
        const bounds = { minPrice: min.valueAsNumber, maxPrice: max.valueAsNumber };
        row.replaceWith(rowOf(await service.setPrice(id, bounds)));
        return `${sku} saved`;
      });
    for (const input of [min, max]) input.addEventListener('change', save);
    return row;
  }

  load.addEventListener('click', showListings);
  return showListings();
}

const cell = (words) => Object.assign(document.createElement('td'), { textContent: words });
