/** The columns that a text takes in a terminal, without wide characters. */
export default (text) => text.length;
