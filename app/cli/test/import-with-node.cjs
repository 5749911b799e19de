/** The import of Node: that of the test runner transforms what it imports. */
module.exports = (url) => import(url);
