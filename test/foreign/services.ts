// The services by which learning is judged. Each is written after a style of public API, without a look at the learner.
import { advertSections } from './advert-sections.ts';
import { attributeLists } from './attribute-lists.ts';
import { auctions } from './auctions.ts';
import { availableFilters } from './available-filters.ts';
import { baseRecords } from './base-records.ts';
import { bracedRanges } from './braced-ranges.ts';
import { camelProblem } from './camel-problem.ts';
import { castErrors } from './cast-errors.ts';
import { catalogReferences } from './catalog-references.ts';
import { checkDigits } from './check-digits.ts';
import { codeAliases } from './code-aliases.ts';
import { codedFaults } from './coded-faults.ts';
import { colonQueries } from './colon-queries.ts';
import { columnRows } from './column-rows.ts';
import { compactRecords } from './compact-records.ts';
import { connections } from './connections.ts';
import { constraintMessages } from './constraint-messages.ts';
import type { ForeignService } from './contract.ts';
import { controlPlane } from './control-plane.ts';
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
import { dollarFilters } from './dollar-filters.ts';
import { echoedParams } from './echoed-params.ts';
import { elements } from './elements.ts';
import { embeddedErrors } from './embedded-errors.ts';
import { entityCollections } from './entity-collections.ts';
import { errorCollections } from './error-collections.ts';
import { errorDetails } from './error-details.ts';
import { errorFlags } from './error-flags.ts';
import { errorLocations } from './error-locations.ts';
import { errorSources } from './error-sources.ts';
import { errorSteps } from './error-steps.ts';
import { estimatedTotals } from './estimated-totals.ts';
import { expandableFields } from './expandable-fields.ts';
import { expectedValues } from './expected-values.ts';
import { expressionFilters } from './expression-filters.ts';
import { externalIds } from './external-ids.ts';
import { fieldReasons } from './field-reasons.ts';
import { fieldViolations } from './field-violations.ts';
import { filterObjects } from './filter-objects.ts';
import { flatPages } from './flat-pages.ts';
import { flattenedErrors } from './flattened-errors.ts';
import { hal } from './hal.ts';
import { includedSections } from './included-sections.ts';
import { indexedFilters } from './indexed-filters.ts';
import { itemIssues } from './item-issues.ts';
import { itemResponses } from './item-responses.ts';
import { jsonApi } from './json-api.ts';
import { keyedMaps } from './keyed-maps.ts';
import { ledgerItems } from './ledger-items.ts';
import { legacyEntities } from './legacy-entities.ts';
import { linkedDataShop } from './linked-data.ts';
import { linkedTotals } from './linked-totals.ts';
import { listingOperations } from './listing-operations.ts';
import { localizedEntries } from './localized-entries.ts';
import { loneCursors } from './lone-cursors.ts';
import { marketplace } from './marketplace.ts';
import { merchandiseManagement } from './merchandise-management.ts';
import { merchantLinks } from './merchant-links.ts';
import { mergePatches } from './merge-patches.ts';
import { messageAndMeta } from './message-and-meta.ts';
import { messageTables } from './message-tables.ts';
import { metaInformation } from './meta-information.ts';
import { metaMessages } from './meta-messages.ts';
import { miniObjects } from './mini-objects.ts';
import { modelState } from './model-state.ts';
import { modifiedResults } from './modified-results.ts';
import { moneyObjects } from './money-objects.ts';
import { nestedFilters } from './nested-filters.ts';
import { nilSlices } from './nil-slices.ts';
import { nodeEdges } from './node-edges.ts';
import { objectQueries } from './object-queries.ts';
import { odata } from './odata.ts';
import { offerCommands } from './offer-commands.ts';
import { offerProcesses } from './offer-processes.ts';
import { okFlags } from './ok-flags.ts';
import { operationEnvelopes } from './operation-envelopes.ts';
import { operationReceipts } from './operation-receipts.ts';
import { outcomeBundles } from './outcome-bundles.ts';
import { pageContexts } from './page-contexts.ts';
import { pageHeaders } from './page-headers.ts';
import { pageInfos } from './page-infos.ts';
import { pageSummaries } from './page-summaries.ts';
import { pageUrls } from './page-urls.ts';
import { pageableContent } from './pageable-content.ts';
import { patchOperations } from './patch-operations.ts';
import { payments } from './payments.ts';
import { plainRest } from './plain-rest.ts';
import { pointOfSale } from './point-of-sale.ts';
import { prefixedObjects } from './prefixed-objects.ts';
import { priceFeeds } from './price-feeds.ts';
import { processReasons } from './process-reasons.ts';
import { productMessages } from './product-messages.ts';
import { propertyMaps } from './property-maps.ts';
import { queryOperators } from './query-operators.ts';
import { quotedLabels } from './quoted-labels.ts';
import { recordDetails } from './record-details.ts';
import { rejectedValues } from './rejected-values.ts';
import { relatedObjects } from './related-objects.ts';
import { requestStatuses } from './request-statuses.ts';
import { resourceKeys } from './resource-keys.ts';
import { resourceNames } from './resource-names.ts';
import { resourcePaths } from './resource-paths.ts';
import { restParams } from './rest-params.ts';
import { resultCodes } from './result-codes.ts';
import { routeSchemas } from './route-schemas.ts';
import { rowFilters } from './row-filters.ts';
import { schemaUrns } from './schema-urns.ts';
import { searchCriteria } from './search-criteria.ts';
import { searchHits } from './search-hits.ts';
import { searchPredicates } from './search-predicates.ts';
import { sellerOffers } from './seller-offers.ts';
import { serviceHooks } from './service-hooks.ts';
import { shopPlugin } from './shop-plugin.ts';
import { startingAfter } from './starting-after.ts';
import { stateDescriptions } from './state-descriptions.ts';
import { stockRanges } from './stock-ranges.ts';
import { storefront } from './storefront.ts';
import { successEnvelopes } from './success-envelopes.ts';
import { syncTokens } from './sync-tokens.ts';
import { ticketClasses } from './ticket-classes.ts';
import { tracedProblems } from './traced-problems.ts';
import { triedArticles } from './tried-articles.ts';
import { twoGenerations } from './two-generations.ts';
import { typedLists } from './typed-lists.ts';
import { typedProperties } from './typed-properties.ts';
import { updateActions } from './update-actions.ts';
import { validationMessages } from './validation-messages.ts';
import { valueRanges } from './value-ranges.ts';
import { versionRanges } from './version-ranges.ts';
import { warningEnvelopes } from './warning-envelopes.ts';
import { wildcardFilters } from './wildcard-filters.ts';
import { wrappedItems } from './wrapped-items.ts';

export const services: readonly ForeignService[] = [
  advertSections,
  attributeLists,
  auctions,
  availableFilters,
  baseRecords,
  bracedRanges,
  camelProblem,
  castErrors,
  catalogReferences,
  checkDigits,
  codeAliases,
  codedFaults,
  colonQueries,
  columnRows,
  compactRecords,
  connections,
  constraintMessages,
  controlPlane,
  countedResults,
  customObjects,
  dataAndPaging,
  debugIds,
  declaredObjects,
  directDebits,
  displayColumns,
  displayedReferences,
  dividedAmounts,
  documents,
  dollarFilters,
  echoedParams,
  elements,
  embeddedErrors,
  entityCollections,
  errorCollections,
  errorDetails,
  errorFlags,
  errorLocations,
  errorSources,
  errorSteps,
  estimatedTotals,
  expandableFields,
  expectedValues,
  expressionFilters,
  externalIds,
  fieldReasons,
  fieldViolations,
  filterObjects,
  flatPages,
  flattenedErrors,
  hal,
  includedSections,
  indexedFilters,
  itemIssues,
  itemResponses,
  jsonApi,
  keyedMaps,
  ledgerItems,
  legacyEntities,
  linkedDataShop,
  linkedTotals,
  listingOperations,
  localizedEntries,
  loneCursors,
  marketplace,
  merchandiseManagement,
  merchantLinks,
  mergePatches,
  messageAndMeta,
  messageTables,
  metaInformation,
  metaMessages,
  miniObjects,
  modelState,
  modifiedResults,
  moneyObjects,
  nestedFilters,
  nilSlices,
  nodeEdges,
  objectQueries,
  odata,
  offerCommands,
  offerProcesses,
  okFlags,
  operationEnvelopes,
  operationReceipts,
  outcomeBundles,
  pageContexts,
  pageHeaders,
  pageInfos,
  pageSummaries,
  pageUrls,
  pageableContent,
  patchOperations,
  payments,
  plainRest,
  pointOfSale,
  prefixedObjects,
  priceFeeds,
  processReasons,
  productMessages,
  propertyMaps,
  queryOperators,
  quotedLabels,
  recordDetails,
  rejectedValues,
  relatedObjects,
  requestStatuses,
  resourceKeys,
  resourceNames,
  resourcePaths,
  restParams,
  resultCodes,
  routeSchemas,
  rowFilters,
  schemaUrns,
  searchCriteria,
  searchHits,
  searchPredicates,
  sellerOffers,
  serviceHooks,
  shopPlugin,
  startingAfter,
  stateDescriptions,
  stockRanges,
  storefront,
  successEnvelopes,
  syncTokens,
  ticketClasses,
  tracedProblems,
  triedArticles,
  twoGenerations,
  typedLists,
  typedProperties,
  updateActions,
  validationMessages,
  valueRanges,
  versionRanges,
  warningEnvelopes,
  wildcardFilters,
  wrappedItems,
];
