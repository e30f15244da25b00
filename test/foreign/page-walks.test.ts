// A program that follows what a foreign service says of its pages comes to the end, and meets each record once.
import { describe, expect, test } from 'vitest';
import { advertSections } from './advert-sections.ts';
import { auctions } from './auctions.ts';
import { camelProblem } from './camel-problem.ts';
import { castErrors } from './cast-errors.ts';
import { checkDigits } from './check-digits.ts';
import { codeAliases } from './code-aliases.ts';
import { codedFaults } from './coded-faults.ts';
import { colonQueries } from './colon-queries.ts';
import { columnRows } from './column-rows.ts';
import { compactRecords } from './compact-records.ts';
import { connections } from './connections.ts';
import { constraintMessages } from './constraint-messages.ts';
import { countedResults } from './counted-results.ts';
import { customObjects } from './custom-objects.ts';
import { dataAndPaging } from './data-and-paging.ts';
import { debugIds } from './debug-ids.ts';
import { declaredObjects } from './declared-objects.ts';
import { directDebits } from './direct-debits.ts';
import { displayColumns } from './display-columns.ts';
import { displayedReferences } from './displayed-references.ts';
import { dividedAmounts } from './divided-amounts.ts';
import { documents } from './documents.ts';
import { echoedParams } from './echoed-params.ts';
import { elements } from './elements.ts';
import { embeddedErrors } from './embedded-errors.ts';
import { estimatedTotals } from './estimated-totals.ts';
import { expandableFields } from './expandable-fields.ts';
import { expressionFilters } from './expression-filters.ts';
import { errorDetails } from './error-details.ts';
import { errorFlags } from './error-flags.ts';
import { errorSteps } from './error-steps.ts';
import { fieldReasons } from './field-reasons.ts';
import { fieldViolations } from './field-violations.ts';
import { filterObjects } from './filter-objects.ts';
import { flatPages } from './flat-pages.ts';
import { includedSections } from './included-sections.ts';
import { itemIssues } from './item-issues.ts';
import { itemResponses } from './item-responses.ts';
import { clockAt, start } from './record-session.ts';
import { first } from '../support/soak.ts';
import type { Row, WalkedService } from './materials.ts';
import { entityCollections } from './entity-collections.ts';
import { externalIds } from './external-ids.ts';
import { keyedMaps } from './keyed-maps.ts';
import { ledgerItems } from './ledger-items.ts';
import { listingOperations } from './listing-operations.ts';
import { loneCursors } from './lone-cursors.ts';
import { merchandiseManagement } from './merchandise-management.ts';
import { mergePatches } from './merge-patches.ts';
import { messageAndMeta } from './message-and-meta.ts';
import { messageTables } from './message-tables.ts';
import { metaInformation } from './meta-information.ts';
import { miniObjects } from './mini-objects.ts';
import { modifiedResults } from './modified-results.ts';
import { moneyObjects } from './money-objects.ts';
import { nestedFilters } from './nested-filters.ts';
import { nilSlices } from './nil-slices.ts';
import { nodeEdges } from './node-edges.ts';
import { objectQueries } from './object-queries.ts';
import { offerProcesses } from './offer-processes.ts';
import { okFlags } from './ok-flags.ts';
import { operationEnvelopes } from './operation-envelopes.ts';
import { operationReceipts } from './operation-receipts.ts';
import { outcomeBundles } from './outcome-bundles.ts';
import { pageHeaders } from './page-headers.ts';
import { pageInfos } from './page-infos.ts';
import { pageContexts } from './page-contexts.ts';
import { pageSummaries } from './page-summaries.ts';
import { pageUrls } from './page-urls.ts';
import { patchOperations } from './patch-operations.ts';
import { plainRest } from './plain-rest.ts';
import { pointOfSale } from './point-of-sale.ts';
import { prefixedObjects } from './prefixed-objects.ts';
import { priceFeeds } from './price-feeds.ts';
import { productMessages } from './product-messages.ts';
import { propertyMaps } from './property-maps.ts';
import { recordDetails } from './record-details.ts';
import { rejectedValues } from './rejected-values.ts';
import { relatedObjects } from './related-objects.ts';
import { requestStatuses } from './request-statuses.ts';
import { resourceKeys } from './resource-keys.ts';
import { resourceNames } from './resource-names.ts';
import { resourcePaths } from './resource-paths.ts';
import { restParams } from './rest-params.ts';
import { resultCodes } from './result-codes.ts';
import { schemaUrns } from './schema-urns.ts';
import { searchCriteria } from './search-criteria.ts';
import { searchPredicates } from './search-predicates.ts';
import { serviceHooks } from './service-hooks.ts';
import { shopPlugin } from './shop-plugin.ts';
import { startingAfter } from './starting-after.ts';
import { stockRanges } from './stock-ranges.ts';
import { storefront } from './storefront.ts';
import { successEnvelopes } from './success-envelopes.ts';
import { ticketClasses } from './ticket-classes.ts';
import { tracedProblems } from './traced-problems.ts';
import { triedArticles } from './tried-articles.ts';
import { typedLists } from './typed-lists.ts';
import { updateActions } from './update-actions.ts';
import { validationMessages } from './validation-messages.ts';
import { valueRanges } from './value-ranges.ts';
import { Walk } from './walk.ts';
import { warningEnvelopes } from './warning-envelopes.ts';
import { wildcardFilters } from './wildcard-filters.ts';
import { wrappedItems } from './wrapped-items.ts';
import { attributeLists } from './attribute-lists.ts';
import { syncTokens } from './sync-tokens.ts';
import { linkedTotals } from './linked-totals.ts';
import { expectedValues } from './expected-values.ts';
import { bracedRanges } from './braced-ranges.ts';
import { twoGenerations } from './two-generations.ts';

const services: readonly WalkedService[] = [
  entityCollections,
  externalIds,
  storefront,
  countedResults,
  connections,
  resourceNames,
  resultCodes,
  merchandiseManagement,
  stockRanges,
  auctions,
  patchOperations,
  pointOfSale,
  updateActions,
  keyedMaps,
  messageTables,
  validationMessages,
  wrappedItems,
  checkDigits,
  documents,
  echoedParams,
  errorDetails,
  errorFlags,
  errorSteps,
  elements,
  searchCriteria,
  columnRows,
  mergePatches,
  offerProcesses,
  shopPlugin,
  propertyMaps,
  ledgerItems,
  priceFeeds,
  displayedReferences,
  declaredObjects,
  modifiedResults,
  moneyObjects,
  nestedFilters,
  customObjects,
  expandableFields,
  plainRest,
  requestStatuses,
  triedArticles,
  camelProblem,
  constraintMessages,
  pageContexts,
  objectQueries,
  searchPredicates,
  successEnvelopes,
  okFlags,
  pageHeaders,
  pageInfos,
  fieldViolations,
  metaInformation,
  dataAndPaging,
  operationEnvelopes,
  operationReceipts,
  directDebits,
  ticketClasses,
  nilSlices,
  nodeEdges,
  pageUrls,
  productMessages,
  wildcardFilters,
  advertSections,
  flatPages,
  includedSections,
  itemIssues,
  codeAliases,
  resourceKeys,
  castErrors,
  codedFaults,
  expressionFilters,
  embeddedErrors,
  dividedAmounts,
  serviceHooks,
  pageSummaries,
  listingOperations,
  prefixedObjects,
  valueRanges,
  itemResponses,
  debugIds,
  restParams,
  compactRecords,
  recordDetails,
  filterObjects,
  miniObjects,
  typedLists,
  relatedObjects,
  warningEnvelopes,
  displayColumns,
  resourcePaths,
  outcomeBundles,
  messageAndMeta,
  schemaUrns,
  startingAfter,
  rejectedValues,
  colonQueries,
  tracedProblems,
  estimatedTotals,
  loneCursors,
  fieldReasons,
  attributeLists,
  syncTokens,
  linkedTotals,
  expectedValues,
  bracedRanges,
  twoGenerations,
];

const origin = 'https://upstream.example';

async function walked(service: WalkedService, target: string): Promise<readonly string[]> {
  const clock = clockAt(start);
  const answer = service.start({ now: () => clock.now(), run: 1, origin });
  const rows: readonly Row[] = await service.walk(
    new Walk({ origin, key: service.key, clock, answer }),
    target,
  );
  return rows.map((row) => JSON.stringify(row));
}

describe.each(first(5, services))('the service $name', (service) => {
  test.each(['listings', 'strategies', 'reports'])(
    'shows all of its %s, whatever the page size',
    async (list) => {
      const whole = await walked(service, `/v1/${list}`);
      expect(whole.length).toBeGreaterThan(4);
      expect(new Set(whole).size).toBe(whole.length);
      for (const size of service.sizes) {
        const rows = await walked(service, `/v1/${list}?${size}`);
        expect(rows, size).toHaveLength(whole.length);
        expect(new Set(rows).size, size).toBe(whole.length);
      }
    },
  );
});
