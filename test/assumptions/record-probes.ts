// A21 to A25, A29, A30: the fields and values of records, and where download links lead.
import { each, one, openProbed, origin } from './probe.ts';
import type { Answer, FormProbes, Probe, Probes, Service } from './probe.ts';

const specFields = ['id', 'minPrice', 'maxPrice', 'strategyId'];

async function records({ send }: Service, path: string): Promise<Record<string, unknown>[]> {
  return ((await send(`GET /v1/${path}`)).value as { data: Record<string, unknown>[] }).data;
}

const fieldsOf = async (service: Service, path: string) => Object.keys((await records(service, path))[0]!);

const statesOf = async (service: Service, path: string) =>
  [...new Set((await records(service, path)).map(({ status }) => String(status)))].sort();

/** The first link of the run of the tiny data set that is completed when the world opens. */
async function link(service: Service): Promise<string> {
  const completed = (await records(service, 'reports')).find(({ status }) => status === 'completed') as {
    downloadLinks: { url: string }[];
  };
  return completed.downloadLinks[0]!.url.slice(origin.length);
}

const fetchLink = ({ send }: Service, path: string): Promise<Answer> => send(`GET ${path}`, { key: null });

const usualStates = ['queued', 'running', 'completed', 'failed', 'cancelled'];

/** A state under two names; the data set `edge` has a run in every state, and a client filters by the names that it sees. */
function stateProbe(state: string, name: string): Probe {
  const namedSo = (own: string) => {
    const names = usualStates.map((usual) => (usual === state ? own : usual)).sort();
    return [names, names.map((one) => [one])];
  };
  return {
    data: 'edge',
    observe: async (service) => {
      const names = await statesOf(service, 'reports');
      return [
        names,
        await each(names, (one) => statesOf(service, `reports?status=${encodeURIComponent(one)}`)),
      ];
    },
    expected: { [state]: namedSo(state), [name]: namedSo(name) },
  };
}

export const recordProbes: Probes = {
  'link-ttl': {
    observe: async (service) => {
      const path = await link(service);
      const statuses = await each([999, 1, 58_999, 1, 239_999, 1, 604_499_999, 1], async (step) => {
        service.clock.advance(step);
        return (await fetchLink(service, path)).status;
      });
      return statuses.indexOf(403);
    },
    expected: { 1: 1, 60: 3, 300: 5, 604800: 7 },
  },
  'time-format': {
    observe: async (service) => {
      const [listing] = await records(service, 'listings');
      const [strategy] = await records(service, 'strategies?sort=createdAt');
      const run = (await records(service, 'reports'))[1]!;
      const { expiresAt } = (run.downloadLinks as Record<string, unknown>[])[0]!;
      return [listing!.createdAt, strategy!.updatedAt, run.completedAt, expiresAt];
    },
    expected: {
      iso: [
        '2025-12-01T09:00:00.000Z',
        '2025-09-01T09:00:00.000Z',
        '2025-12-31T06:00:30.000Z',
        '2026-01-02T00:05:00.000Z',
      ],
      'iso-seconds': [
        '2025-12-01T09:00:00Z',
        '2025-09-01T09:00:00Z',
        '2025-12-31T06:00:30Z',
        '2026-01-02T00:05:00Z',
      ],
      unix: [1_764_579_600, 1_756_717_200, 1_767_160_830, 1_767_312_300],
    },
  },
};

/** The same of places of the form that no shorthand changes, by place. */
export const recordForms: FormProbes = {
  'fields.listing': {
    observe: async (service) => {
      const list = await fieldsOf(service, 'listings');
      const single = Object.keys((await service.send(`GET /v1/listings/${one}`)).value as object);
      const patched = await service.send(`PATCH /v1/listings/${one}/price`, { body: { minPrice: 16 } });
      return [list, single, Object.keys(patched.value as object)].map((fields) => fields.join(' '));
    },
    expected: {
      full: Array<string>(3).fill(
        'id marketplace sku externalId upc title condition fulfillment currency cost currentPrice shippingPrice ' +
          'minPrice maxPrice strategyId repricingEnabled quantity status buyBox createdAt updatedAt eligibility',
      ),
      spec: Array<string>(3).fill(specFields.join(' ')),
    },
  },
  'fields.strategy': {
    observe: (service) => fieldsOf(service, 'strategies'),
    expected: {
      full: [
        'id',
        'name',
        'type',
        'marketplace',
        'enabled',
        'isDefault',
        'adjustment',
        'createdAt',
        'updatedAt',
        'assignedCount',
      ],
      spec: ['id'],
    },
  },
  'fields.reportRun': {
    observe: (service) => fieldsOf(service, 'reports'),
    expected: {
      full: [
        'id',
        'type',
        'status',
        'createdAt',
        'startedAt',
        'completedAt',
        'downloadLinks',
        'error',
        'metadata',
      ],
      spec: ['id', 'status', 'downloadLinks', 'metadata'],
    },
  },
  links: {
    observe: async (service) => {
      const runs = await records(service, 'reports');
      return runs.map(({ downloadLinks, downloadUrl }) => [
        Array.isArray(downloadLinks) ? downloadLinks.length : downloadLinks,
        typeof downloadUrl === 'string' ? new URL(downloadUrl).origin : downloadUrl,
      ]);
    },
    expected: {
      array: [
        [0, undefined],
        [2, undefined],
      ],
      single: [
        [undefined, null],
        [undefined, origin],
      ],
    },
  },
  'files.expired': {
    observe: async (service, _, expired) => {
      const files = { expired: expired as '403', errors: 'json' } as const;
      const asJson = await openProbed({}, { form: { files } });
      return each([service, asJson], async (opened) => {
        const path = await link(opened);
        opened.clock.advance(300_000);
        return (await fetchLink(opened, path)).status;
      });
    },
    expected: { 403: [403, 403], 404: [404, 404], 410: [410, 410] },
  },
  'files.errors': {
    observe: async (service) => {
      const path = await link(service);
      service.clock.advance(300_000);
      return each([path, `${path}0`], async (target) => {
        const { headers, text, value, status } = await fetchLink(service, target);
        return [
          status,
          headers['content-type'],
          /<Code>(\w+)<\/Code>/.exec(text)?.[1],
          typeof (value as { error: { message: string } } | undefined)?.error.message,
        ];
      });
    },
    expected: {
      xml: [
        [403, 'application/xml', 'AccessDenied', 'undefined'],
        [403, 'application/xml', 'SignatureDoesNotMatch', 'undefined'],
      ],
      json: [
        [403, 'application/json', undefined, 'string'],
        [403, 'application/json', undefined, 'string'],
      ],
    },
  },
  'states.queued': stateProbe('queued', 'IN_QUEUE'),
  'states.running': stateProbe('running', 'IN PROGRESS'),
  'states.completed': stateProbe('completed', 'READY'),
  'states.failed': stateProbe('failed', 'FATAL'),
  'states.cancelled': stateProbe('cancelled', 'called-off'),
};
