// A German merchandise management system: German names, pages counted from one, prices as JSON numbers, times of the local
// zone with summer time, nothing after a write (204), errors as one line of text with a code, five requests a second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'WWS-4f7a1c92-0be3';
const perSecond = 5;
const largestPage = 50;
const groups = ['Haushalt', 'Garten', 'Spielwaren', 'Outdoor'];

interface Article {
  readonly number: string;
  readonly title: string;
  readonly group: string;
  readonly ean: string;
  readonly locked: boolean;
  readonly stock: number;
  readonly price: number;
  readonly remark: string | null;
  min: number;
  max: number;
  strategy: number;
  state: number;
  readonly created: number;
  changed: number;
}

interface Evaluation {
  readonly number: number;
  readonly kind: string;
  readonly created: number;
  readonly seconds: number;
  readonly broken: boolean;
}

/** The last Sunday of a month at one o'clock UTC, when Central Europe changes its clocks. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

/** The time on a clock in Berlin. */
function localTime(moment: number): string {
  const year = new Date(moment).getUTCFullYear();
  const hours = moment >= clockChange(year, 2) && moment < clockChange(year, 9) ? 2 : 1;
  return `${new Date(moment + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

/** As German texts write an amount. */
const euro = (amount: number): string => amount.toFixed(2).replace('.', ',');

const typeOf = (value: unknown): string => {
  if (value === null) return 'nichts (null)';
  if (Array.isArray(value)) return 'Liste';
  return (
    { string: 'Text', boolean: 'Wahrheitswert', number: 'Zahl', object: 'Objekt' }[typeof value as string] ??
    '?'
  );
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Keine', 'Unterbieten', 'Mitziehen', 'Spanne halten', 'Abverkauf', 'Aktion'].map(
    (name, index) => ({
      nummer: index + 1,
      bezeichnung: name,
      beschreibung: index === 0 ? null : `Regel ${String.fromCharCode(64 + index)}: ${name.toLowerCase()}`,
      schritt: index === 0 ? 0 : (5 + chance(`waren ${name}`, 95)) / 100,
      aktiv: index !== 5,
      angelegtAm: localTime(pastMoment(`waren strategie ${name}`)),
    }),
  );
  const articles = Array.from({ length: 38 }, (_, index): Article => {
    const name = `waren ${index}`;
    const { title, price, stock } = ware(name);
    const created = pastMoment(name);
    return {
      number: `A-${String(10_020 + index * 11 + chance(`${name} number`, 10))}`,
      title,
      group: oneOf(`${name} group`, groups),
      ean: `40${String(10_000_000_000 + chance(`${name} ean`, 80_000_000_000))}`,
      locked: chance(`${name} locked`, 7) === 0,
      stock,
      price: price / 100,
      remark: chance(`${name} remark`, 3) === 0 ? 'Preis nur nach Rücksprache ändern' : null,
      min: Math.round(price * 0.85) / 100,
      max: Math.round(price * 1.2) / 100,
      strategy: oneOf(`${name} strategy`, strategies).nummer,
      state: 1 + chance(`${name} state`, 30),
      created,
      changed: created + chance(`${name} changed`, 90 * 86_400) * 1_000,
    };
  });
  const evaluations = Array.from({ length: 8 }, (_, index): Evaluation => ({
    number: 2_101 + index,
    kind: ['Preisliste', 'Änderungen', 'Bestand'][index % 3]!,
    created:
      index < 6
        ? pastMoment('waren auswertung') + index * 345_600_000
        : opened - 40_000 + (index - 6) * 35_000,
    seconds: 90 + index * 12,
    broken: index === 3,
  })).reverse();

  const articleView = (article: Article): Row => {
    const strategy = strategies.find(({ nummer }) => nummer === article.strategy)!;
    return {
      artikelnummer: article.number,
      bezeichnung: article.title,
      warengruppe: article.group,
      ean: article.ean,
      gesperrt: article.locked,
      bestand: article.stock,
      preise: {
        verkauf: article.price,
        mindestens: article.min,
        hoechstens: article.max,
        waehrung: 'EUR',
        ausserhalb: article.price < article.min || article.price > article.max,
      },
      strategie: { nummer: strategy.nummer, bezeichnung: strategy.bezeichnung },
      bemerkung: article.remark,
      stand: article.state,
      angelegtAm: localTime(article.created),
      geaendertAm: localTime(article.changed),
    };
  };
  const evaluationView = (each: Evaluation): Row => {
    const elapsed = (run.now() - each.created) / 1_000;
    const status =
      elapsed < 20 ? 'WARTET' : elapsed < each.seconds ? 'LAEUFT' : each.broken ? 'ABGEBROCHEN' : 'FERTIG';
    return {
      nummer: each.number,
      art: each.kind,
      status,
      ...(status === 'FERTIG'
        ? { datei: `/files/auswertung-${each.number}.csv`, zeilen: articles.length }
        : {}),
      ...(status === 'ABGEBROCHEN' ? { grund: 'Zeitüberschreitung der Datenbank' } : {}),
      angefordertAm: localTime(each.created),
      beendetAm: elapsed < each.seconds ? null : localTime(each.created + each.seconds * 1_000),
    };
  };

  const refused = (
    status: number,
    code: string,
    text: string,
    headers: [string, string][] = [],
  ): Answered => ({
    status,
    headers: [['Content-Type', 'text/plain; charset=utf-8'], ['X-Fehlercode', code], ...headers],
    body: `${code}: ${text}`,
  });

  function page(name: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const numbers = { seite: 1, groesse: 15 };
    for (const each of ['seite', 'groesse'] as const) {
      const text = query.get(each);
      if (text === null) continue;
      if (!/^-?\d+$/.test(text))
        return refused(400, 'E2001', `Parameter ${each}: "${text}" ist keine ganze Zahl.`);
      numbers[each] = Number(text);
    }
    const { seite, groesse } = numbers;
    if (seite < 1) return refused(400, 'E2002', `Parameter seite muss mindestens 1 sein (war ${seite}).`);
    if (groesse < 1 || groesse > largestPage) {
      return refused(
        400,
        'E2003',
        `Parameter groesse muss zwischen 1 und ${largestPage} liegen (war ${groesse}).`,
      );
    }
    const pages = Math.max(1, Math.ceil(rows.length / groesse));
    if (seite > pages)
      return refused(404, 'E2004', `Seite ${seite} gibt es nicht, die letzte Seite ist ${pages}.`);
    const shown = rows.slice((seite - 1) * groesse, seite * groesse);
    return json(
      200,
      { [name]: shown, seite: { seite, groesse, gesamt: rows.length, letzte: seite === pages } },
      [],
      'application/json; charset=utf-8',
    );
  }

  function articlesPage(query: URLSearchParams): Answered {
    const group = query.get('warengruppe');
    const locked = query.get('gesperrt');
    if (locked !== null && locked !== 'ja' && locked !== 'nein') {
      return refused(400, 'E2005', `Parameter gesperrt: "${locked}" ist weder ja noch nein.`);
    }
    const found = articles.filter(
      (article) =>
        (group === null || article.group === group) &&
        (locked === null || article.locked === (locked === 'ja')),
    );
    return page('artikel', found.map(articleView), query);
  }

  const done = (article: Article): Answered => {
    article.state += 1;
    article.changed = run.now();
    return { status: 204, headers: [['X-Stand', String(article.state)]], body: '' };
  };

  function priced(article: Article, given: Row): Answered {
    for (const field of ['mindestens', 'hoechstens']) {
      const value = given[field];
      if (value === undefined) return refused(400, 'E3001', `Pflichtfeld ${field} fehlt.`);
      if (typeof value !== 'number') {
        return refused(400, 'E3002', `Feld ${field}: Zahl erwartet, ${typeOf(value)} erhalten.`);
      }
      if (value <= 0)
        return refused(400, 'E3003', `Feld ${field} muss größer als 0 sein (war ${euro(value)}).`);
    }
    const [min, max] = [given.mindestens as number, given.hoechstens as number];
    if (min > max) {
      return refused(
        422,
        'E3010',
        `Mindestpreis ${euro(min)} EUR liegt über dem Höchstpreis ${euro(max)} EUR.`,
      );
    }
    article.min = min;
    article.max = max;
    return done(article);
  }

  function assigned(article: Article, given: Row): Answered {
    const number = given.strategie;
    if (number === undefined) return refused(400, 'E3001', 'Pflichtfeld strategie fehlt.');
    if (typeof number !== 'number') {
      return refused(400, 'E3002', `Feld strategie: Zahl erwartet, ${typeOf(number)} erhalten.`);
    }
    if (!strategies.some(({ nummer }) => nummer === number)) {
      return refused(422, 'E3020', `Strategie ${number} ist nicht angelegt.`);
    }
    article.strategy = number;
    return done(article);
  }

  function answer(request: Asked, url: URL): Answered {
    const file = evaluations.find(({ number }) => url.pathname === `/files/auswertung-${number}.csv`);
    if (file !== undefined) {
      const lines = articles
        .slice(0, 11)
        .map(({ number, min, max }) => `${number};${euro(min)};${euro(max)}`);
      const body = `Artikel;Mindestpreis;Höchstpreis\r\n${lines.join('\r\n')}\r\n`;
      return { status: 200, headers: [['Content-Type', 'text/csv; charset=utf-8']], body };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (request.method === 'GET' && id === undefined) {
      if (name === 'listings') return articlesPage(url.searchParams);
      if (name === 'strategies') return page('strategien', strategies, url.searchParams);
      if (name === 'reports') return page('auswertungen', evaluations.map(evaluationView), url.searchParams);
    }
    if (
      name !== 'listings' ||
      id === undefined ||
      request.method !== (part === undefined ? 'GET' : 'PATCH')
    ) {
      return refused(404, 'E0404', `${request.method} ${url.pathname} wird nicht angeboten.`);
    }
    if (!/^A-\d{5}$/.test(id)) return refused(400, 'E1001', `"${id}" ist keine Artikelnummer (A-00000).`);
    const article = articles.find(({ number }) => number === id);
    if (article === undefined) return refused(404, 'E1002', `Artikel ${id} ist nicht angelegt.`);
    if (part === undefined) return json(200, articleView(article), [], 'application/json; charset=utf-8');
    const given = parsed(request.body);
    if (!isObject(given)) return refused(400, 'E0002', 'Der Inhalt der Anfrage ist kein JSON-Objekt.');
    return part === 'price' ? priced(article, given) : assigned(article, given);
  }

  let accepted: readonly number[] = [];
  return (request) => {
    const given = request.headers['x-api-key'];
    if (given === undefined) return refused(401, 'E0001', 'Zugriff verweigert, der API-Schlüssel fehlt.');
    if (given !== key) return refused(401, 'E0001', 'Zugriff verweigert, der API-Schlüssel ist unbekannt.');
    const now = run.now();
    accepted = accepted.filter((each) => each > now - 1_000);
    if (accepted.length >= perSecond) {
      const text = `Zu viele Anfragen (höchstens ${perSecond} je Sekunde).`;
      return refused(429, 'E0429', text, [['Retry-After', '1']]);
    }
    accepted = [...accepted, now];
    return answer(request, new URL(request.target, run.origin));
  };
}

/** Asks for page after page until an answer says that it is the last. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const names: Readonly<Record<string, string>> = {
    listings: 'artikel',
    strategies: 'strategien',
    reports: 'auswertungen',
  };
  const name = names[target.split(/[/?]/)[2]!]!;
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received: Received = await api.ask(
      'GET',
      number === 1 ? target : `${target}${joint}seite=${number}`,
    );
    rows.push(...rowsAt(received, name));
    if (at(received, 'seite', 'letzte') !== false) return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, mindestens: unknown, hoechstens?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { mindestens, hoechstens } });
const assign = (api: Api, id: unknown, strategie?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategie } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.artikelnummer);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?groesse=10');
  await walk(api, '/v1/listings?groesse=25');
  await walk(api, '/v1/strategies?groesse=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?groesse=3');
  await walk(api, '/v1/listings?warengruppe=Garten');
  await walk(api, '/v1/listings?warengruppe=Haushalt&groesse=5');
  await walk(api, '/v1/listings?gesperrt=ja');
  for (const index of [0, 5, 17, 28, 37]) await read(api, ids[index]);
  await price(api, ids[0], 14.5, 29.9);
  await read(api, ids[0]);
  await price(api, ids[5], 8, 9.25);
  await read(api, ids[5]);
  await price(api, ids[17], 210, 380.5);
  await read(api, ids[17]);
  await price(api, ids[23], 0.99, 999.9);
  await read(api, ids[23]);
  await price(api, ids[5], 7.5, 7.5);
  await api.ask('GET', '/v1/listings?groesse=30');
  await assign(api, ids[0], strategies[1]!.nummer);
  await read(api, ids[0]);
  await assign(api, ids[28], strategies[4]!.nummer);
  await read(api, ids[28]);
  await api.ask('GET', '/v1/listings?groesse=40');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports');
  await read(api, 'A-99999');
  await read(api, 'A-10001');
  await read(api, 'lampe');
  await price(api, 'A-99998', 10, 20);
  await price(api, 'kessel', 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 8.4, 8.39);
  await price(api, ids[9], undefined, 20);
  await price(api, ids[9], 20);
  await price(api, ids[9], undefined);
  await price(api, ids[9], null, 20);
  await price(api, ids[9], 'billig', 20);
  await price(api, ids[9], 4, true);
  await price(api, ids[9], [4], 12);
  await price(api, ids[9], -4, 12);
  await price(api, ids[9], 4, 0);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"mindestens": ' });
  await assign(api, ids[9], 17);
  await assign(api, ids[9], 60);
  await assign(api, ids[9], 'forsch');
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, 'A-99997', 1);
  await api.ask('GET', '/v1/listings?groesse=0');
  await api.ask('GET', '/v1/listings?groesse=51');
  await api.ask('GET', '/v1/listings?groesse=viele');
  await api.ask('GET', '/v1/strategies?groesse=100');
  await api.ask('GET', '/v1/listings?seite=0');
  await api.ask('GET', '/v1/listings?seite=9');
  await api.ask('GET', '/v1/reports?groesse=3&seite=12');
  await api.ask('GET', '/v1/listings?gesperrt=vielleicht');
  await api.ask('GET', '/v1/listings?groesse=2&farbe=rot');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?groesse=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?groesse=2', { headers: { 'X-API-KEY': 'WWS-00000000-0000' } });
  api.wait(2_000);
  for (let sent = 0; sent < 7; sent += 1) await api.ask('GET', '/v1/strategies?groesse=1', { atOnce: true });
  api.wait(2_100_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 2]) {
    const file = at(last, 'auswertungen', index, 'datei');
    if (typeof file === 'string') await api.ask('GET', file);
  }
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?groesse=14')).map((row) => row.artikelnummer);
  const strategies = await walk(api, '/v1/strategies?groesse=5');
  await walk(api, '/v1/listings?groesse=22');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?groesse=5');
  await walk(api, '/v1/listings?warengruppe=Spielwaren');
  await walk(api, '/v1/listings?warengruppe=Outdoor&groesse=4');
  await walk(api, '/v1/listings?gesperrt=nein');
  for (const index of [3, 12, 30]) await read(api, ids[index]);
  await price(api, ids[3], 11.25, 63);
  await read(api, ids[3]);
  await price(api, ids[12], 500, 640.75);
  await read(api, ids[12]);
  await price(api, ids[30], 2, 3.5);
  await api.ask('GET', '/v1/listings?groesse=35');
  await assign(api, ids[3], strategies[3]!.nummer);
  await read(api, ids[3]);
  await assign(api, ids[31], strategies[2]!.nummer);
  await read(api, ids[31]);
  api.wait(120_000);
  await read(api, 'A-98765');
  await read(api, 'teedose');
  await price(api, 'A-98764', 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[21], undefined, 15);
  await price(api, ids[21], 7, null);
  await price(api, ids[21], 5, 'teuer');
  await price(api, ids[21], false, 9);
  await price(api, ids[21], -0.5, 15);
  await price(api, ids[21], 6, -1);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"hoechstens": ' });
  await assign(api, ids[21], 44);
  await assign(api, ids[21], 'sanft');
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?groesse=-3');
  await api.ask('GET', '/v1/listings?groesse=500');
  await api.ask('GET', '/v1/reports?groesse=alle');
  await api.ask('GET', '/v1/listings?seite=-1');
  await api.ask('GET', '/v1/listings?groesse=20&seite=7');
  await api.ask('GET', '/v1/listings?gesperrt=manchmal');
  await api.ask('GET', '/v1/listings?groesse=3&laenge=gross');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?groesse=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?groesse=4', { headers: { 'X-API-KEY': 'WWS-11111111-1111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], { betrag: 5 }, 15);
  await api.ask('GET', '/v1/listings?warengruppe=Garten&gesperrt=nein&groesse=6');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const merchandiseManagement: WalkedService = {
  name: 'merchandise-management',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['groesse=3', 'groesse=7', 'groesse=50'],
  walk,
};
