// msw 2 requires three packages that are ES modules, which Jest has to translate:
// npm install --save-dev jest msw@2 @babel/plugin-transform-modules-commonjs
const plugins = ['@babel/plugin-transform-modules-commonjs'];

module.exports = {
  transform: { '\\.m?[jt]sx?$': ['babel-jest', { plugins }] },
  transformIgnorePatterns: ['/node_modules/(?!(@open-draft/deferred-promise|rettime|until-async)/)'],
};
